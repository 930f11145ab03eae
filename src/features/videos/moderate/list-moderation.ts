import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { hasWords } from '#server/db/has-words.ts';
import { type Keyed, type Keyset, keyset, pageOf } from '#server/db/keyset.ts';
import { refuse } from '#shared/refusal.ts';
import type { ModerationQuery, ModerationRow } from '../contract.ts';
import { may } from '../permissions.ts';
import { readVideoAddress } from '../rules.ts';

const pageSize = 20;
const byAge = { createdAt: 'instant', id: 'uuid' } as const;
const oldestFirst = keyset('asc', byAge);
const newestFirst = keyset('desc', byAge);

type Row = Keyed &
  Omit<ModerationRow, 'createdAt' | 'moderatedAt' | 'goneAt'> & {
    createdAt: Date;
    moderatedAt: Date | null;
    goneAt: Date | null;
  };

/** One page of all videos under these filters. Pending videos come the oldest first, so that none starves. */
export async function listModeration(
  ctx: Ctx,
  { status, source, language, active, search, cursor }: ModerationQuery,
): Promise<{ items: ModerationRow[]; nextCursor: string | null; waiting: number }> {
  refuse(may(ctx.actor, 'moderate'));
  const by = status === 'pending' ? oldestFirst : newestFirst;
  const rows = await select(
    ctx,
    sql`select * from videos video where true
      ${status ? sql`and moderation_status = ${sql.lit(status)}` : sql``}
      ${source ? sql`and source = ${source}` : sql``}
      ${language ? sql`and language = ${language}` : sql``}
      ${active === undefined ? sql`` : sql`and is_active = ${active}`}
      ${search ? matching(search) : sql``}
      and ${by.after(cursor)} order by ${by.order} limit ${pageSize + 1}`,
    by,
  );
  const { rows: counted } = await sql<{ waiting: number }>`
    select count(*) as waiting from videos where moderation_status = 'pending'`.execute(ctx.db);
  return { ...pageOf(rows, pageSize, toModerationRow), waiting: counted[0]?.waiting ?? 0 };
}

/** One video that the caller knows to exist. */
export async function readModerated(ctx: Ctx, id: string): Promise<ModerationRow> {
  const [row] = await select(ctx, sql`select * from videos where id = ${id}`, newestFirst);
  if (!row) throw new Error(`no video ${id}`);
  const { pageKey: _, ...video } = row;
  return toModerationRow(video);
}

/**
 * A pasted address is matched exactly; of any other text each word, in the title, the proposer's name or the channel's.
 */
function matching(search: string): RawBuilder<unknown> {
  const video = readVideoAddress(search);
  if (video) return sql`and source = ${video.source} and source_id = ${video.sourceId}`;
  const text = sql`folded(concat_ws(' ', title,
    (select who.name from users who where who.id = video.proposed_by),
    (select its.title from video_channels its where its.id = video.channel_id)))`;
  return sql`and ${hasWords(text, search)}`;
}

async function select({ db }: Ctx, page: RawBuilder<unknown>, { key, order }: Keyset): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id, version, title, description, language, level, topics, source, source_id, source_url, thumbnail_url,
      captions_url, created_at, moderation_status as status, moderation_reason as reason, is_active, moderated_at,
      is_sponsored, case when gone_at is not null then gone_as end as gone_as, gone_at, is_for_kids, proposed_for_kids, seconds, ${key},
      (select name from users where users.id = proposed_by) as proposed_by,
      (select name from users where users.id = moderated_by) as moderated_by,
      (select its.title from video_channels its where its.id = channel_id) as channel
    from (${page}) as video order by ${order}`.execute(db);
  return rows;
}

function toModerationRow({ createdAt, moderatedAt, goneAt, ...row }: Omit<Row, keyof Keyed>): ModerationRow {
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    moderatedAt: moderatedAt?.toISOString() ?? null,
    goneAt: goneAt?.toISOString() ?? null,
  };
}
