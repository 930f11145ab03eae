import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { type DueWork, putDueForEach } from '#server/jobs/due-work.ts';
import { minuteMs } from '#shared/time/durations.ts';

/** Due work that tells the outside calendar of one event. Its subject is the event's id. */
export const calendarWork: DueWork = {
  kind: 'sync-calendar',
  backOff: { firstMs: 10_000, longestMs: 15 * minuteMs },
  concurrency: 1,
  pauseAfter: 3,
};

/** Letters and digits that every calendar accepts; `showsClass` knows them again. */
const ownEventId = sql<string>`'sumi' || replace(id::text, '-', '')`;

/**
 * Puts due work for the outside calendar, in the transaction that made or locked and changed these classes. It is
 * retried until the calendar has them, so a calendar that is down blocks no request. An event's id is stored before the
 * event exists, so that deleting its class knows which event to remove.
 */
export async function wantCalendar(ctx: Ctx, ...classIds: readonly string[]): Promise<void> {
  if (classIds.length === 0) return;
  const wanted = await ctx.db
    .updateTable('classes')
    .set({ calendarEventId: sql`coalesce(calendar_event_id, ${ownEventId})` })
    .where(sql<boolean>`id = any(${classIds}::uuid[])`)
    .returning('calendarEventId')
    .execute();
  const eventIds = wanted.flatMap(({ calendarEventId }) => calendarEventId ?? []);
  // Sorted, because each row of due work is locked until the commit.
  await putDueForEach(ctx, calendarWork, eventIds.sort());
}

/** What an administrator has connected since: another calendar, or another service of meeting rooms. */
export type Connected = { anotherCalendar: boolean; otherRooms: boolean };

/**
 * Puts due work for every upcoming class that the calendar never showed. For another calendar than before, it does so
 * for all upcoming classes; for other meeting rooms, for those without a meeting link. It looks before it updates: an
 * update of no row fires the trigger of the statement too, and every server process would drop its kept pages of
 * classes each minute.
 */
export async function wantNewClasses(ctx: Ctx, { anotherCalendar, otherRooms }: Connected): Promise<void> {
  const isWanted = sql<boolean>`(starts_at > ${ctx.now} and status = 'scheduled' and (
    ${anotherCalendar}
    or (meet_link is null and ${otherRooms})
    or (calendar_event_id is null and calendar_synced_at is null and not imported)))`;
  const first = await ctx.db.selectFrom('classes').select('id').where(isWanted).limit(1).executeTakeFirst();
  if (!first) return;
  await sql`
    with wanted as (
      update classes set calendar_event_id =
        -- An imported event's id says nothing to another calendar.
        case when imported and ${anotherCalendar} then ${ownEventId}
          else coalesce(calendar_event_id, ${ownEventId}) end
      where ${isWanted}
      returning calendar_event_id)
    select put_due(${calendarWork.kind}, calendar_event_id, ${ctx.now}) from wanted`.execute(ctx.db);
}
