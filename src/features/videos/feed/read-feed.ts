import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { type Keyed, keyset, pageOf } from '#server/db/keyset.ts';
import { type Member, memberOf } from '#shared/actor.ts';
import type { Topic } from '#shared/topics.ts';
import type { FeedQuery, VideoPage } from '../contract.ts';
import { shownTo } from '../shown-to.ts';
import { type StoredVideo, toVideoRow, videoColumns } from '../video-columns.ts';
import { afterVideo, type FeedPlace, readFeedPlace, startOfFeed, writeFeedPlace } from './feed-cursor.ts';
import { reasonFor } from './give-reason.ts';
import { type Lane, lanes, mixOf, scansOf, type Taste } from './merge-lanes.ts';
import { readTaste } from './read-taste.ts';

/** The specification's page size. */
const feedPageSize = 10;

const newestFirst = keyset('desc', { createdAt: 'instant', id: 'uuid' });

/** `pageKey` is what the statement answers: the key of the video in its lane. */
type Row = Keyed & StoredVideo & { lane: Lane; isNew: boolean };

/** One page of the feed, ranked for the student. The first page of a visit reads their taste; its cursor keeps it. */
export async function readFeed(ctx: Ctx, { cursor, ...filters }: FeedQuery): Promise<VideoPage> {
  const member = memberOf(ctx.actor);
  const start = cursor ? readFeedPlace(cursor) : startOfFeed(ctx.now, await readTaste(ctx, member));
  const { taste } = start;
  const found = await rank(ctx, member, filters, start);
  let at = start;
  const rows = found.map((row) => {
    const [createdAt = '', id = ''] = row.pageKey;
    at = afterVideo(at, { lane: row.lane, createdAt, id });
    return { ...row, pageKey: writeFeedPlace(at) };
  });
  return pageOf(rows, feedPageSize, ({ lane, isNew, ...row }) =>
    toVideoRow(row, { reason: reasonFor({ lane, ...row }, taste), isNew }),
  );
}

/**
 * Ranks the videos behind a place, one more than a page holds, in one statement. Each lane reads a few rows of each
 * of its languages and levels along the index `videos_in_feed`. They are compared and ordered by the whole key of that
 * index: for less, PostgreSQL may walk the index by age and throw away most of what it finds there. Then the lanes of
 * a group take turns by weight, and the groups by percentage. The videos that the student has seen are read only when
 * the unseen ones do not fill the page.
 */
async function rank(
  { db }: Ctx,
  member: Member,
  filters: Omit<FeedQuery, 'cursor'>,
  { seenBefore, taste, mix, places }: FeedPlace,
): Promise<Row[]> {
  const rows = feedPageSize + 1;
  const did = (what: RawBuilder<SqlBool>) => sql`exists (select from video_interactions did
    where did.user_id = ${member.userId} and did.video_id = videos.id and (${what}))`;
  const refused = sql<SqlBool>`did.interaction_type = 'not_interested'`;
  const seen = sql<SqlBool>`did.interaction_type = 'view' and did.created_at < ${seenBefore}::timestamptz`;
  const newestOf = (which: RawBuilder<SqlBool>) => sql`
    select scan.lane, found.id, found.created_at, place.shown
    from scan join place using (lane) cross join lateral (
      select id, created_at from videos
      where (language, level, created_at, id) < (scan.language, scan.level, place.created_at, place.id)
        and (language, level) >= (scan.language, scan.level) and ${shownTo(member)}
        ${filters.topic.length > 0 ? sql`and topics && ${filters.topic}::text[]` : sql``}
        and ${which}
      order by language desc, level desc, ${newestFirst.order} limit ${rows}) found`;
  const { rows: ranked } = await sql<Row>`
    with scan as (select * from ${table(scansOf(filters, taste), { lane: 'text', language: 'text', level: 'text' })}),
    place as (select * from ${table(
      lanes.map((lane) => ({ lane, ...places[lane] })),
      { lane: 'text', shown: 'int8', createdAt: 'timestamptz', id: 'uuid' },
    )}),
    mix as (select * from ${table(mixOf(mix, places), { lane: 'text', of: 'int8', weight: 'float8', percent: 'float8', shownOf: 'int8' })}),
    unseen as materialized (${newestOf(sql`scan.lane <> 'again' and not ${did(sql`${refused} or ${seen}`)} ${inLane(taste, filters.topic)}`)}),
    turns as (
      select unseen.*, mix.of, mix.percent, mix.shown_of,
        (shown + row_number() over (partition by lane order by ${newestFirst.order})) / weight as turn
      from unseen join mix using (lane)),
    ranked as (
      select id, lane, created_at, (shown_of + row_number() over (partition by "of" order by turn, lane desc)) / percent as slot, "of"
      from turns
      union all
      select id, lane, created_at, 'infinity', null from (
        ${newestOf(sql`scan.lane = 'again' and (select count(*) < ${rows} from unseen)
          and ${did(seen)} and not ${did(refused)}`)}) seen),
    page as (
      select id, lane, row_number() over (order by slot, "of", ${newestFirst.order}) as nth
      from ranked order by nth limit ${rows})
    select ${videoColumns(member.userId)}, lane, ${newestFirst.key},
      video.created_at > ${seenBefore}::timestamptz - make_interval(days => ${mix.newDays}) as is_new
    from page join videos video using (id)
    order by nth`.execute(db);
  return ranked;
}

/** The condition that puts an unseen video in the lane `scan.lane`; nothing where language and level say it alone. */
function inLane({ liked, tired, tiredChannels }: Taste, asked: readonly Topic[]): RawBuilder<unknown> {
  // A student who asks for a topic wants it.
  const topics = tired.filter((topic) => !asked.includes(topic));
  const isTired = sql`(topics && ${topics}::text[] or coalesce(channel_id = any(${tiredChannels}::uuid[]), false))`;
  return sql`
    ${tired.length + tiredChannels.length > 0 ? sql`and (scan.lane = 'tired') = ${isTired}` : sql``}
    ${liked.length > 0 ? sql`and (scan.lane not in ('topic', 'own') or (scan.lane = 'topic') = (topics && ${liked}::text[]))` : sql``}`;
}

/** Rows as a table of a statement, with the types of their columns. */
function table<Row extends Record<string, unknown>>(
  rows: readonly Row[],
  types: Readonly<Record<keyof Row & string, string>>,
): RawBuilder<unknown> {
  const columns = Object.entries(types) as [keyof Row & string, string][];
  const lists = columns.map(([name, type]) => sql`${rows.map((row) => row[name])}::${sql.raw(type)}[]`);
  return sql`unnest(${sql.join(lists)}) as given (${sql.join(columns.map(([name]) => sql.ref(name)))})`;
}
