import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { type Keyed, keyset } from '#server/db/keyset.ts';
import { type Actor, anonymousMember, type Member, memberOf } from '#shared/actor.ts';
import type { LanguageCode } from '#shared/languages.ts';
import type { Level } from '#shared/levels.ts';
import { isShown, shownTo } from '../shown-to.ts';
import { playerColumns, type StoredVideo } from '../video-columns.ts';

/** How many of the newest videos of each language and level a process keeps for the feeds of everybody. */
const videosOnAShelf = 100;

/** A video as every reader may see it; `key` is its instant to the microsecond. */
export type ShelfVideo = { video: StoredVideo; channelId: string | null; key: string };

/** The newest videos of one language at one level, the newest first. */
export type Shelf = {
  language: LanguageCode;
  level: Level;
  videos: readonly ShelfVideo[];
  /** Whether these are all of that language and level. */
  isWhole: boolean;
};

/** The tables that `readShelves` reads. */
export const shelfTables = ['videos'] as const;

const newestFirst = keyset('desc', { 'video.createdAt': 'instant', 'video.id': 'uuid' });

/** The shelves depend on one thing about their reader: whether they are a kid. @throws Refusal for a visitor */
export function cacheAsWatcher(actor: Actor): Member {
  return { ...anonymousMember, ageGroup: memberOf(actor).ageGroup };
}

/**
 * The shelves that hold a video. Which languages and levels there are is read by hops along the index `videos_in_feed`,
 * one for each that has a video, and from each as many videos as a shelf holds.
 */
export async function readShelves({ db, actor }: Ctx, size = videosOnAShelf): Promise<Shelf[]> {
  const hop = sql`language, level from videos where ${isShown}`;
  const { rows } = await sql<Keyed & StoredVideo & { channelId: string | null }>`
    with recursive shelf as (
      (select ${hop} order by language, level limit 1)
      union all
      select next.language, next.level from shelf cross join lateral (
        select ${hop} and (language, level) > (shelf.language, shelf.level) order by language, level limit 1) next)
    select ${playerColumns}, video.channel_id, ${newestFirst.key} from shelf cross join lateral (
      select * from videos
      where (language, level) = (shelf.language, shelf.level) and ${shownTo(memberOf(actor))}
      order by created_at desc, id desc limit ${size + 1}) video
    order by video.language, video.level, ${newestFirst.order}`.execute(db);
  const shelves = Map.groupBy(rows, ({ language, level }) => `${language} ${level}`);
  return [...shelves.values()].flatMap((found) => {
    const [first] = found;
    if (!first) return [];
    const videos = found.slice(0, size).map(({ channelId, pageKey: [key = ''], ...video }) => {
      return { video, channelId, key };
    });
    return [{ language: first.language, level: first.level, videos, isWhole: found.length <= size }];
  });
}
