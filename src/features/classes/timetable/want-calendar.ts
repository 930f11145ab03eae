import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { type DueWork, putDue } from '#server/jobs/due-work.ts';

/** Bringing one event of the outside calendar to what stands here; its subject is the event's id. */
export const calendarWork: DueWork = {
  kind: 'tell-calendar',
  backOff: { firstMs: 10_000, longestMs: 15 * 60_000 },
  concurrency: 1,
  pauseAfter: 3,
};

/** In SQL, what `eventIdOf` answers. */
const ownEventId = sql<string>`'sumi' || replace(id::text, '-', '')`;

/**
 * Asks that the outside calendar show a class as it is now, in the transaction that changed it: it stays due until the
 * calendar has it, however often that takes. A calendar that is down blocks no request. The event's id is written
 * down before there is an event, so that deleting the class knows what to remove.
 */
export async function wantCalendar(ctx: Ctx, classId: string): Promise<void> {
  const { calendarEventId } = await ctx.db
    .updateTable('classes')
    .set({ calendarEventId: sql`coalesce(calendar_event_id, ${ownEventId})` })
    .where('id', '=', classId)
    .returning('calendarEventId')
    .executeTakeFirstOrThrow();
  if (calendarEventId) await putDue(ctx, calendarWork, calendarEventId);
}

/** What changed since the last look: the calendar, or the service of meeting rooms. */
export type Connected = { anotherCalendar: boolean; otherRooms: boolean };

/**
 * Asks that the calendar show every class to come that it never showed. Where it is another calendar than before, it
 * is to show all of them; where the rooms are others, those that have no address to meet at yet.
 */
export async function wantNewClasses(ctx: Ctx, { anotherCalendar, otherRooms }: Connected): Promise<void> {
  await sql`
    with wanted as (
      update classes set calendar_event_id =
        -- An imported event's id says nothing to another calendar.
        case when imported and ${anotherCalendar} then ${ownEventId}
          else coalesce(calendar_event_id, ${ownEventId}) end
      where starts_at > ${ctx.now} and status = 'scheduled' and (
        ${anotherCalendar}
        or (meet_link is null and ${otherRooms})
        or (calendar_event_id is null and calendar_synced_at is null and not imported))
      returning calendar_event_id)
    select put_due(${calendarWork.kind}, calendar_event_id, ${ctx.now}) from wanted`.execute(ctx.db);
}
