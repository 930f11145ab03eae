import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { type Keyed, keyset, pageOf } from '#server/db/keyset.ts';
import { memberOf } from '#shared/actor.ts';
import type { FeedQuery, VideoPage, VideoRow } from './contract.ts';

/** As the specification has it: the feed comes in tens. */
const feedPageSize = 10;
const savedPageSize = 24;

const newestFirst = keyset('desc', { createdAt: 'instant', id: 'uuid' });
const lastSaved = keyset('desc', { 'save.createdAt': 'instant', 'save.videoId': 'uuid' });

type Row = Keyed & Omit<VideoRow, 'createdAt'> & { createdAt: Date };

/**
 * One page of the feed: active and approved, newest first. Where languages are asked for, each is read along its
 * own index and the newest of all are kept, so that a rare language costs no walk through the whole feed.
 */
export async function readFeed(ctx: Ctx, { language, level, topic, cursor }: FeedQuery): Promise<VideoPage> {
  const { userId } = memberOf(ctx.actor);
  const narrowed = sql`is_active and moderation_status = 'approved'
    ${level ? sql`and level = ${level}` : sql``}
    ${topic.length > 0 ? sql`and topics && ${topic}::text[]` : sql``}
    and ${newestFirst.after(cursor)}`;
  const newest = sql`order by ${newestFirst.order} limit ${feedPageSize + 1}`;
  const page =
    language.length === 0
      ? sql`select * from videos where ${narrowed} ${newest}`
      : sql`select one.* from unnest(${language}::text[]) as wanted (code) cross join lateral (
              select * from videos where language = wanted.code and ${narrowed} ${newest}) one ${newest}`;
  const { rows } = await sql<Row>`
    select ${columns(userId)}, ${newestFirst.key}
    from (${page}) as video order by ${newestFirst.order}`.execute(ctx.db);
  return pageOf(rows, feedPageSize, toVideoRow);
}

/** One page of what the reader saved and can still be seen, the last saved first. */
export async function readSaved(ctx: Ctx, { cursor }: { cursor?: string | undefined }): Promise<VideoPage> {
  const { userId } = memberOf(ctx.actor);
  const { rows } = await sql<Row>`
    select ${columns(userId)}, ${lastSaved.key}
    from video_interactions save join videos video on video.id = save.video_id
    where save.user_id = ${userId} and save.interaction_type = 'save'
      and video.is_active and video.moderation_status = 'approved'
      and ${lastSaved.after(cursor)}
    order by ${lastSaved.order} limit ${savedPageSize + 1}`.execute(ctx.db);
  return pageOf(rows, savedPageSize, toVideoRow);
}

function columns(userId: string): RawBuilder<unknown> {
  const did = (what: string) => sql`exists (select from video_interactions did
    where did.user_id = ${userId} and did.video_id = video.id and did.interaction_type = ${what})`;
  return sql`video.id, video.title, video.description, video.language, video.level, video.topics, video.source,
    video.source_id, video.source_url, video.thumbnail_url, video.captions_url, video.seconds, video.is_sponsored,
    video.has_subtitles, video.created_at, ${did('like')} as liked, ${did('save')} as saved, ${did('view')} as viewed`;
}

function toVideoRow({ createdAt, ...row }: Omit<Row, keyof Keyed>): VideoRow {
  return { ...row, createdAt: createdAt.toISOString() };
}
