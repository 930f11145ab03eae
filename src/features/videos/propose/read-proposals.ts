import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { memberOf } from '#shared/actor.ts';
import { Refusal } from '#shared/refusal.ts';
import type { Proposal } from '../contract.ts';
import { type Keyed, keyOf, pageOf, readKey, when } from '../keyset-page.ts';
import { may } from '../permissions.ts';

const pageSize = 20;

type Row = Keyed &
  Omit<Proposal, 'createdAt' | 'moderatedAt'> & { createdAt: Date; moderatedAt: Date | null };

/** One page of what the reader proposed, the latest first. */
export async function readProposals(
  ctx: Ctx,
  { cursor }: { cursor?: string | undefined },
): Promise<{ items: Proposal[]; nextCursor: string | null }> {
  const refusal = may(ctx.actor, 'propose');
  if (refusal) throw new Refusal(refusal);
  const { userId } = memberOf(ctx.actor);
  const after = when(
    readKey(cursor),
    ([at, id]) => sql`and (created_at, id) < (${at}::timestamptz, ${id}::uuid)`,
  );
  const rows = await select(
    ctx,
    sql`proposed_by = ${userId} ${after} order by created_at desc, id desc limit ${pageSize + 1}`,
  );
  const { items, nextCursor } = pageOf(rows, pageSize);
  return { items: items.map(asProposal), nextCursor };
}

/** One that is known to be there. */
export async function readProposal(ctx: Ctx, id: string): Promise<Proposal> {
  const [row] = await select(ctx, sql`id = ${id}`);
  if (!row) throw new Error(`no video ${id}`);
  const { key: _key, ...proposal } = row;
  return asProposal(proposal);
}

async function select({ db }: Ctx, which: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id, title, description, language, level, topics, source, source_id, source_url, thumbnail_url,
      captions_url, created_at, moderation_status as status, moderation_reason as reason, is_active, moderated_at,
      ${keyOf(sql.ref('created_at'))} as key
    from videos where ${which}`.execute(db);
  return rows;
}

function asProposal({ createdAt, moderatedAt, ...row }: Omit<Row, 'key'>): Proposal {
  return { ...row, createdAt: createdAt.toISOString(), moderatedAt: moderatedAt?.toISOString() ?? null };
}
