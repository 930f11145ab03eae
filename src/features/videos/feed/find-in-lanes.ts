import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { type Keyed, keyset } from '#server/db/keyset.ts';
import { memberOf } from '#shared/actor.ts';
import type { Topic } from '#shared/topics.ts';
import { shownTo } from '../shown-to.ts';
import type { FeedPlace } from './feed-cursor.ts';
import type { FeedFilters } from './look-at-shelves.ts';
import {
  type InLane,
  isOfSeen,
  type Lane,
  type LaneScan,
  lanes,
  scansOf,
  seenLanesWanted,
  type Taste,
} from './merge-lanes.ts';

const newestFirst = keyset('desc', { createdAt: 'instant', id: 'uuid' });

/** What may hold videos, where that is known: nothing else is looked into. */
export type FilledLanes = readonly Pick<LaneScan, 'language' | 'level'>[] | null;

type Search = { filters: FeedFilters; at: FeedPlace; filled: FilledLanes; count: number };

/**
 * What each lane has to show next: at most `count` videos of each of its languages and levels. Videos that the
 * student has seen are read only where there are fewer than `count` unseen ones; those in the student's languages also
 * where there are fewer unseen ones in these languages. So it is one statement, or two.
 */
export async function findInLanes(ctx: Ctx, search: Search): Promise<InLane[]> {
  const { filters, at, count } = search;
  const { userId } = memberOf(ctx.actor);
  const did = (what: RawBuilder<SqlBool>) => sql<SqlBool>`exists (select from video_interactions did
    where did.user_id = ${userId} and did.video_id = videos.id and (${what}))`;
  const refused = sql<SqlBool>`did.interaction_type = 'not_interested'`;
  const seen = sql<SqlBool>`did.interaction_type = 'view' and did.created_at < ${at.seenBefore}::timestamptz`;
  const unseen = await readLanes(ctx, search, {
    of: lanes.filter((lane) => !isOfSeen(lane)),
    which: sql`not ${did(sql`${refused} or ${seen}`)} ${inLaneOf(at.taste, filters.topic)}`,
  });
  const again = await readLanes(ctx, search, {
    of: seenLanesWanted(unseen, count),
    which: sql`${did(seen)} and not ${did(refused)}`,
  });
  return [...unseen, ...again];
}

/**
 * Reads some lanes, each a few rows of each of its languages and levels along the index `videos_in_feed`. They are
 * compared and ordered by the whole key of that index: for less, PostgreSQL may walk the index by age and throw away
 * most of what it finds there.
 */
async function readLanes(
  { db, actor }: Ctx,
  { filters, at, filled, count }: Search,
  { of, which }: { of: readonly Lane[]; which: RawBuilder<unknown> },
): Promise<InLane[]> {
  const scans = scansOf(filters, at.taste)
    .filter(({ lane }) => of.includes(lane))
    .filter(
      (scan) =>
        filled?.some(({ language, level }) => language === scan.language && level === scan.level) ?? true,
    );
  if (scans.length === 0) return [];
  const rows = scans.map(({ lane, language, level }) => {
    const { createdAt, id } = at.places[lane];
    return { lane, language, level, created_at: createdAt, id };
  });
  // Planned once and not for each page: whatever the parameters are, PostgreSQL expects as many rows.
  const { rows: found } = await sql<Keyed & { lane: Lane }>`
    select scan.lane, found.page_key from (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as scan (lane text, language text, level text, created_at timestamptz, id uuid)
      limit ${sql.lit(rows.length)}) scan
    cross join lateral (
      select ${newestFirst.key} from videos
      where (language, level, created_at, id) < (scan.language, scan.level, scan.created_at, scan.id)
        and (language, level) >= (scan.language, scan.level) and ${shownTo(memberOf(actor))}
        ${filters.topic.length > 0 ? sql`and topics && ${filters.topic}::text[]` : sql``}
        and ${which}
      order by language desc, level desc, ${newestFirst.order} limit ${sql.lit(count)}) found`.execute(db);
  return found.map(({ lane, pageKey: [createdAt = '', id = ''] }) => ({ lane, createdAt, id }));
}

/** The condition that puts an unseen video in the lane `scan.lane`; nothing where language and level say it alone. */
function inLaneOf({ liked, tired, tiredChannels }: Taste, asked: readonly Topic[]): RawBuilder<unknown> {
  // A student who asks for a topic wants it.
  const topics = tired.filter((topic) => !asked.includes(topic));
  const isTired = sql`(topics && ${topics}::text[] or coalesce(channel_id = any(${tiredChannels}::uuid[]), false))`;
  return sql`
    ${tired.length + tiredChannels.length > 0 ? sql`and (scan.lane = 'tired') = ${isTired}` : sql``}
    ${liked.length > 0 ? sql`and (scan.lane not in ('topic', 'own') or (scan.lane = 'topic') = (topics && ${liked}::text[]))` : sql``}`;
}
