import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { Refusal } from '#shared/refusal.ts';
import type { ModerationQuery, ModerationRow } from '../contract.ts';
import { type Keyed, keyOf, pageOf, readKey, when } from '../keyset-page.ts';
import { may } from '../permissions.ts';
import { readVideoAddress } from '../rules.ts';

const pageSize = 20;

type Row = Keyed &
  Omit<ModerationRow, 'createdAt' | 'moderatedAt'> & { createdAt: Date; moderatedAt: Date | null };

/** One page of all videos under these filters. Those that wait come as they arrived, so that nobody waits longest. */
export async function readModeration(
  ctx: Ctx,
  { status, source, language, active, search, cursor }: ModerationQuery,
): Promise<{ items: ModerationRow[]; nextCursor: string | null; waiting: number }> {
  const refusal = may(ctx.actor, 'moderate');
  if (refusal) throw new Refusal(refusal);
  const oldestFirst = status === 'pending';
  const order = oldestFirst ? sql`order by created_at, id` : sql`order by created_at desc, id desc`;
  const beyond = oldestFirst ? sql`>` : sql`<`;
  const rows = await select(
    ctx,
    sql`select * from videos video where true
      ${when(status, (it) => sql`and moderation_status = ${sql.lit(it)}`)}
      ${when(source, (it) => sql`and source = ${it}`)}
      ${when(language, (it) => sql`and language = ${it}`)}
      ${active === undefined ? sql`` : sql`and is_active = ${active}`}
      ${when(search, matching)}
      ${when(readKey(cursor), ([at, id]) => sql`and (created_at, id) ${beyond} (${at}::timestamptz, ${id}::uuid)`)}
      ${order} limit ${pageSize + 1}`,
    order,
  );
  const { rows: counted } = await sql<{ waiting: number }>`
    select count(*) as waiting from videos where moderation_status = 'pending'`.execute(ctx.db);
  const { items, nextCursor } = pageOf(rows, pageSize);
  return { items: items.map(asModerationRow), nextCursor, waiting: counted[0]?.waiting ?? 0 };
}

/** One that is known to be there. */
export async function readModerated(ctx: Ctx, id: string): Promise<ModerationRow> {
  const [row] = await select(ctx, sql`select * from videos where id = ${id}`, sql``);
  if (!row) throw new Error(`no video ${id}`);
  const { key: _key, ...video } = row;
  return asModerationRow(video);
}

/** A pasted address means that video; anything else is part of a title, of a proposer's name or of a channel's. */
function matching(search: string): RawBuilder<unknown> {
  const video = readVideoAddress(search);
  if (video) return sql`and source = ${video.source} and source_id = ${video.sourceId}`;
  const like = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  return sql`and (title ilike ${like}
    or exists (select from users who where who.id = video.proposed_by and who.name ilike ${like})
    or exists (select from video_channels its where its.id = video.channel_id and its.title ilike ${like}))`;
}

async function select({ db }: Ctx, page: RawBuilder<unknown>, order: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id, title, description, language, level, topics, source, source_id, source_url, thumbnail_url,
      captions_url, created_at, moderation_status as status, moderation_reason as reason, is_active, moderated_at,
      is_sponsored, seconds, ${keyOf(sql.ref('created_at'))} as key,
      (select name from users where users.id = proposed_by) as proposed_by,
      (select name from users where users.id = moderated_by) as moderated_by,
      (select its.title from video_channels its where its.id = channel_id) as channel
    from (${page}) as video ${order}`.execute(db);
  return rows;
}

function asModerationRow({ createdAt, moderatedAt, ...row }: Omit<Row, 'key'>): ModerationRow {
  return { ...row, createdAt: createdAt.toISOString(), moderatedAt: moderatedAt?.toISOString() ?? null };
}
