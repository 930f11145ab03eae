import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { pageOf } from '#server/db/keyset.ts';
import { memberOf } from '#shared/actor.ts';
import { minuteMs } from '#shared/time/durations.ts';
import type { FeedQuery, VideoPage } from '../contract.ts';
import {
  type ReactedVideo,
  type Reaction,
  type StoredVideo,
  toVideoRow,
  videoColumns,
} from '../video-columns.ts';
import {
  afterVideo,
  type FeedPlace,
  isNewAt,
  readFeedPlace,
  startOfFeed,
  writeFeedPlace,
} from './feed-cursor.ts';
import { type FilledLanes, findInLanes } from './find-in-lanes.ts';
import { type FeedFilters, type Reactions, rankViews, viewLanes } from './look-at-shelves.ts';
import { type InLane, mergeLanes } from './merge-lanes.ts';
import type { Shelf } from './read-shelves.ts';
import { readTaste } from './read-taste.ts';
import { reasonFor } from './reason-for.ts';

/** The specification's page size. */
const feedPageSize = 10;

/** One more than a page holds, which says that there is a next page. */
const count = feedPageSize + 1;

type Found = InLane & { video: StoredVideo; did: readonly Reaction[] };

/** Beside the videos, the tables that rank them for their reader. */
export const feedTables = ['video_interactions', 'profiles', 'feed_settings'] as const;

/** A visit begins at the instant of its first page, which says what is new then: that may be a minute ago. */
export function feedExpiresAt(_page: VideoPage, { now }: Pick<Ctx, 'now'>): Date {
  return new Date(now.getTime() + minuteMs);
}

/**
 * One page of the feed, ranked for the student. The first page of a visit reads their taste; its cursor keeps it.
 * Where the newest videos are at hand on shelves, the page comes from there as long as they reach.
 */
export async function readFeed(
  ctx: Ctx,
  { cursor, ...filters }: FeedQuery,
  shelves: readonly Shelf[] | null = null,
): Promise<VideoPage> {
  const member = memberOf(ctx.actor);
  const start = cursor ? readFeedPlace(cursor) : startOfFeed(ctx.now, await readTaste(ctx, member));
  const found =
    (shelves && (await takeFromShelves(ctx, filters, start, shelves))) ??
    (await takeFromDatabase(ctx, filters, start, shelves));
  let at = start;
  const rows = found.map((row) => {
    at = afterVideo(at, row);
    return { ...row, pageKey: writeFeedPlace(at) };
  });
  return pageOf(rows, feedPageSize, ({ lane, createdAt, video, did }) =>
    toVideoRow(video, did, {
      reason: reasonFor({ lane, ...video }, start.taste),
      isNew: isNewAt(start, createdAt),
    }),
  );
}

/**
 * Ranks what the shelves hold; null where they do not reach far enough. Only the reader's own is asked of the database.
 */
async function takeFromShelves(
  ctx: Ctx,
  filters: FeedFilters,
  start: FeedPlace,
  shelves: readonly Shelf[],
): Promise<Found[] | null> {
  const views = viewLanes(shelves, filters, start);
  const ids = Object.values(views).flatMap(({ videos }) => videos.map(({ id }) => id));
  const reactions = await readReactions(ctx, [...new Set(ids)], start.seenBefore);
  const page = rankViews(views, reactions, start, count);
  if (!page) return null;
  return page.map((each) => ({ ...each, did: reactions.get(each.id)?.did ?? [] }));
}

/** What the reader did with these videos: one walk along the index of what they did. */
async function readReactions(
  { db, actor }: Ctx,
  ids: readonly string[],
  seenBefore: string,
): Promise<Reactions> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ videoId: string; did: Reaction[]; isSeen: boolean }>`
    select video_id, array_agg(distinct interaction_type) as did,
      bool_or(interaction_type = 'view' and created_at < ${seenBefore}::timestamptz) as is_seen
    from video_interactions where user_id = ${memberOf(actor).userId} and video_id = any(${ids}::uuid[])
    group by video_id`.execute(db);
  return new Map(rows.map(({ videoId, ...own }) => [videoId, own]));
}

/** Ranks what the lanes hold in the database, then reads the videos of the page. */
async function takeFromDatabase(
  ctx: Ctx,
  filters: FeedFilters,
  start: FeedPlace,
  filled: FilledLanes,
): Promise<Found[]> {
  const found = await findInLanes(ctx, { filters, at: start, filled, count });
  const page = mergeLanes(found, start.mix, start.places).slice(0, count);
  if (page.length === 0) return [];
  const { rows } = await sql<ReactedVideo>`select ${videoColumns(memberOf(ctx.actor).userId)}
    from videos video where id = any(${page.map(({ id }) => id)}::uuid[])`.execute(ctx.db);
  const byId = new Map(rows.map(({ did, ...video }) => [video.id, { video, did }]));
  // A video that was removed since the first statement is in the page no longer.
  return page.flatMap((each) => {
    const read = byId.get(each.id);
    return read ? [{ ...each, ...read }] : [];
  });
}
