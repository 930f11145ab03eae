import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type PublishedEvent, writeIcs } from '#server/calendar/write-ics.ts';
import type { Ctx } from '#server/ctx.ts';
import { dayMs } from '#shared/time/durations.ts';
import { asEvent, selectFeedClasses } from './read-class-events.ts';

/** A feed's iCalendar text and its entity tag. */
export type FeedText = { text: string; etag: string };

/** The window of a feed: recent classes stay visible for a month, and few organisers plan over a year ahead. */
const daysBack = 31;
const daysAhead = 400;
/** Series are made eight weeks ahead: 400 classes a week fit. */
const mostEvents = 5000;

/**
 * The feed behind a secret address. The secret alone grants the read, without a session. Null where there is no such
 * feed, or where its owner is banned.
 */
export async function readFeed(ctx: Ctx, secret: string, appUrl: string): Promise<FeedText | null> {
  const found = await ctx.db
    .selectFrom('calendarFeeds')
    .leftJoin('users', 'users.id', 'calendarFeeds.userId')
    .select(['calendarFeeds.userId'])
    .where('calendarFeeds.secret', '=', secret)
    .where('users.bannedAt', 'is', null)
    .executeTakeFirst();
  if (!found) return null;
  const events = found.userId ? await readOwnEvents(ctx, found.userId, appUrl) : await readBuiltInEvents(ctx);
  const text = writeIcs({ name: found.userId ? 'Sumi' : 'Sumi: clases', host: 'sumi', events });
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` };
}

function windowAround(now: Date) {
  return {
    from: new Date(now.getTime() - daysBack * dayMs),
    to: new Date(now.getTime() + daysAhead * dayMs),
  };
}

/** Where not all events fit, those that come are there, and of the past ones the latest. */
const nearestFirst = (now: Date) =>
  sql`starts_at < ${now}::timestamptz, abs(extract(epoch from starts_at - ${now}::timestamptz))`;

/** In an order that the moment of the reading does not change: the entity tag is made of the text. */
const byStart = <Row extends { id: string; startsAt: Date }>(rows: Row[]) =>
  rows.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime() || (a.id < b.id ? -1 : 1));

/**
 * The classes a person is enrolled in or gives; cancelled ones are marked so. Never the meeting link, which only
 * members see from 15 minutes before the start. A held seat does not count yet.
 */
async function readOwnEvents({ db, now }: Ctx, userId: string, appUrl: string): Promise<PublishedEvent[]> {
  const { from, to } = windowAround(now);
  const rows = await selectFeedClasses(db, userId)
    .where('startsAt', '>=', from)
    .where('startsAt', '<', to)
    .orderBy(nearestFirst(now))
    .limit(mostEvents)
    .execute();
  return byStart(rows).map((row) => asEvent(row, appUrl));
}

/** The events of the built-in calendar, for organisers' calendar programs. */
async function readBuiltInEvents({ db, now }: Ctx): Promise<PublishedEvent[]> {
  const { from, to } = windowAround(now);
  const rows = await db
    .selectFrom('calendarEvents')
    .select([
      'eventId as id',
      'title',
      'description',
      'startsAt',
      'endsAt',
      'zone',
      'sequence',
      'updatedAt as changedAt',
    ])
    .where('startsAt', '>=', from)
    .where('startsAt', '<', to)
    .orderBy(nearestFirst(now))
    .limit(mostEvents)
    .execute();
  return byStart(rows).map((row) => ({ ...row, cancelled: false, url: null }));
}
