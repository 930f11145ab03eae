import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { memberOf } from '#shared/actor.ts';
import type { FeedQuery, VideoPage, VideoRow } from './contract.ts';
import { type Keyed, keyOf, pageOf, readKey, when } from './keyset-page.ts';

/** As the specification has it: the feed comes in tens. */
const feedPageSize = 10;
const savedPageSize = 24;

type Row = Keyed & Omit<VideoRow, 'createdAt'> & { createdAt: Date };

/**
 * One page of the feed: active and approved, newest first. Where languages are asked for, each is read along its
 * own index and the newest of all are kept, so that a rare language costs no walk through the whole feed.
 */
export async function readFeed(ctx: Ctx, { language, level, topic, cursor }: FeedQuery): Promise<VideoPage> {
  const { userId } = memberOf(ctx.actor);
  const narrowed = sql`is_active and moderation_status = 'approved'
    ${when(level, (it) => sql`and level = ${it}`)}
    ${when(topic.length > 0 && topic, (it) => sql`and topics && ${it}::text[]`)}
    ${when(readKey(cursor), ([at, id]) => sql`and (created_at, id) < (${at}::timestamptz, ${id}::uuid)`)}`;
  const newest = sql`order by created_at desc, id desc limit ${feedPageSize + 1}`;
  const page =
    language.length === 0
      ? sql`select * from videos where ${narrowed} ${newest}`
      : sql`select one.* from unnest(${language}::text[]) as wanted (code) cross join lateral (
              select * from videos where language = wanted.code and ${narrowed} ${newest}) one ${newest}`;
  const { rows } = await sql<Row>`
    select ${columns(userId)}, ${keyOf(sql.ref('video.created_at'))} as key
    from (${page}) as video order by video.created_at desc, video.id desc`.execute(ctx.db);
  return asPage(rows, feedPageSize);
}

/** One page of what the reader saved and can still be seen, the last saved first. */
export async function readSaved(ctx: Ctx, { cursor }: { cursor?: string | undefined }): Promise<VideoPage> {
  const { userId } = memberOf(ctx.actor);
  const { rows } = await sql<Row>`
    select ${columns(userId)}, ${keyOf(sql.ref('save.created_at'))} as key
    from video_interactions save join videos video on video.id = save.video_id
    where save.user_id = ${userId} and save.interaction_type = 'save'
      and video.is_active and video.moderation_status = 'approved'
      ${when(readKey(cursor), ([at, id]) => sql`and (save.created_at, save.video_id) < (${at}::timestamptz, ${id}::uuid)`)}
    order by save.created_at desc, save.video_id desc limit ${savedPageSize + 1}`.execute(ctx.db);
  return asPage(rows, savedPageSize);
}

function columns(userId: string): RawBuilder<unknown> {
  const did = (what: string) => sql`exists (select from video_interactions did
    where did.user_id = ${userId} and did.video_id = video.id and did.interaction_type = ${what})`;
  return sql`video.id, video.title, video.description, video.language, video.level, video.topics, video.source,
    video.source_id, video.source_url, video.thumbnail_url, video.captions_url, video.seconds, video.is_sponsored,
    video.has_subtitles, video.created_at, ${did('like')} as liked, ${did('save')} as saved, ${did('view')} as viewed`;
}

function asPage(rows: Row[], size: number): VideoPage {
  const { items, nextCursor } = pageOf(rows, size);
  return { items: items.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })), nextCursor };
}
