import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { type Keyed, keyset, pageOf, readCursor } from '#server/db/keyset.ts';
import { type Member, memberOf } from '#shared/actor.ts';
import type { Level } from '#shared/levels.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import type { Topic } from '#shared/topics.ts';
import type { FeedQuery, VideoPage, VideoRow } from './contract.ts';
import { type FeedPart, feedParts } from './rules.ts';
import { shownTo } from './shown-to.ts';

/** The specification's page size. */
const feedPageSize = 10;
const savedPageSize = 24;

const newestFirst = keyset('desc', { createdAt: 'instant', id: 'uuid' });
const lastSaved = keyset('desc', { 'save.createdAt': 'instant', 'save.videoId': 'uuid' });

type Row = Keyed & Omit<VideoRow, 'createdAt'> & { createdAt: Date };

/**
 * One page of the feed, which consists of parts (`feedParts`), each the newest first. The parts are read one after
 * another until the page is full, each language and level along the index. A cursor keeps the instant of the first
 * page: what the student watches while they scroll moves to no other part, so no video repeats.
 */
export async function readFeed(ctx: Ctx, { cursor, ...filters }: FeedQuery): Promise<VideoPage> {
  const member = memberOf(ctx.actor);
  const parts = feedParts(filters, { languages: member.languages, level: await readLevel(ctx, member) });
  const start = readFeedCursor(ctx, cursor);
  const rows: Row[] = [];
  for (let at = start.part; at < parts.length && rows.length <= feedPageSize; at++) {
    const part = parts[at] as FeedPart;
    const found = await readPart(ctx, member, {
      ...part,
      topic: filters.topic,
      seenBefore: start.seenBefore,
      after: at === start.part ? start.after : sql`true`,
    });
    rows.push(...found.map((row) => ({ ...row, pageKey: [String(at), start.seenBefore, ...row.pageKey] })));
  }
  return pageOf(rows, feedPageSize, toVideoRow);
}

/** Where a page of the feed starts: a part, the instant before which a view counts as seen, and a key in the part. */
function readFeedCursor(
  { now }: Ctx,
  cursor: string | undefined,
): { part: number; seenBefore: string; after: RawBuilder<SqlBool> } {
  if (cursor === undefined) {
    return { part: 0, seenBefore: now.toISOString().replace('Z', '000Z'), after: sql`true` };
  }
  const [part, seenBefore, createdAt, id] = readCursor(cursor, ['integer', 'instant', 'instant', 'uuid']);
  return {
    part: Number(part),
    seenBefore: String(seenBefore),
    after: sql`(created_at, id) < (${createdAt}::timestamptz, ${id}::uuid)`,
  };
}

/** One row more than a page, so that the caller knows whether another page follows. */
async function readPart(
  { db }: Ctx,
  member: Member,
  {
    languages,
    levels,
    seen,
    topic,
    seenBefore,
    after,
  }: FeedPart & { topic: readonly Topic[]; seenBefore: string; after: RawBuilder<SqlBool> },
): Promise<Row[]> {
  const newest = sql`order by ${newestFirst.order} limit ${feedPageSize + 1}`;
  const watched = sql`exists (select from video_interactions watched
    where watched.user_id = ${member.userId} and watched.video_id = videos.id
      and watched.interaction_type = 'view' and watched.created_at < ${seenBefore}::timestamptz)`;
  const { rows } = await sql<Row>`
    select ${columns(member.userId)}, ${newestFirst.key}
    from (
      select one.* from unnest(${languages}::text[]) as wanted_language (code)
      cross join unnest(${levels}::text[]) as wanted_level (name)
      cross join lateral (
        select * from videos
        where language = wanted_language.code and level = wanted_level.name and ${shownTo(member)}
          ${topic.length > 0 ? sql`and topics && ${topic}::text[]` : sql``}
          and ${after} and ${seen ? watched : sql`not ${watched}`}
        ${newest}) one
      ${newest}) as video
    order by ${newestFirst.order}`.execute(db);
  return rows;
}

async function readLevel({ db }: Ctx, { userId }: Member): Promise<Level | null> {
  const profile = await db
    .selectFrom('profiles')
    .select('level')
    .where('userId', '=', userId)
    .executeTakeFirst();
  return profile?.level ?? null;
}

/** One video that the feed shows to this member. @throws Refusal notFound for any other id */
export async function readVideo({ db, actor }: Ctx, id: string): Promise<VideoRow> {
  const member = memberOf(actor);
  const { rows } = await sql<Omit<Row, keyof Keyed>>`
    select ${columns(member.userId)} from videos video
    where video.id = ${id} and ${shownTo(member)}`.execute(db);
  if (!rows[0]) throw new Refusal(commonRefusals.notFound);
  return toVideoRow(rows[0]);
}

/** One page of the videos that the student saved and the feed still shows, the last saved first. */
export async function readSaved(ctx: Ctx, { cursor }: { cursor?: string | undefined }): Promise<VideoPage> {
  const member = memberOf(ctx.actor);
  const { userId } = member;
  const { rows } = await sql<Row>`
    select ${columns(userId)}, ${lastSaved.key}
    from video_interactions save join videos video on video.id = save.video_id
    where save.user_id = ${userId} and save.interaction_type = 'save'
      and ${shownTo(member)}
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
