import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { type Keyed, keyset, pageOf } from '#server/db/keyset.ts';
import { memberOf } from '#shared/actor.ts';
import { refuse } from '#shared/refusal.ts';
import type { Proposal } from '../contract.ts';
import { may } from '../permissions.ts';

const pageSize = 20;
const newestFirst = keyset('desc', { createdAt: 'instant', id: 'uuid' });

type Row = Keyed &
  Omit<Proposal, 'createdAt' | 'moderatedAt'> & { createdAt: Date; moderatedAt: Date | null };

/** One page of the teacher's own proposals, the latest first. */
export async function listProposals(
  ctx: Ctx,
  { cursor }: { cursor?: string | undefined },
): Promise<{ items: Proposal[]; nextCursor: string | null }> {
  refuse(may(ctx.actor, 'propose'));
  const { userId } = memberOf(ctx.actor);
  const rows = await select(
    ctx,
    sql`proposed_by = ${userId} and ${newestFirst.after(cursor)} order by ${newestFirst.order} limit ${pageSize + 1}`,
  );
  return pageOf(rows, pageSize, toProposal);
}

/** One proposal that the caller knows to exist. */
export async function readProposal(ctx: Ctx, id: string): Promise<Proposal> {
  const [row] = await select(ctx, sql`id = ${id}`);
  if (!row) throw new Error(`no video ${id}`);
  const { pageKey: _, ...proposal } = row;
  return toProposal(proposal);
}

async function select({ db }: Ctx, which: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id, title, description, language, level, topics, source, source_id, source_url, thumbnail_url,
      captions_url, created_at, moderation_status as status, moderation_reason as reason, is_active, moderated_at,
      ${newestFirst.key}
    from videos where ${which}`.execute(db);
  return rows;
}

function toProposal({ createdAt, moderatedAt, ...row }: Omit<Row, keyof Keyed>): Proposal {
  return { ...row, createdAt: createdAt.toISOString(), moderatedAt: moderatedAt?.toISOString() ?? null };
}
