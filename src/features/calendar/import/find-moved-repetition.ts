import { sql } from 'kysely';
import { renameEvent } from '#features/classes/timetable/show-in-calendar.ts';
import type { ListedEvent } from '#server/calendar/calendar.ts';
import type { Ctx } from '#server/ctx.ts';
import { addDays, mondayOf } from '#shared/time/calendar-days.ts';

/** The ids of all events that the calendar listed, and on which days of the week each event that repeats does so. */
export type Listing = { listed: readonly string[]; weekdays: ReadonlyMap<string, ReadonlySet<number>> };

/**
 * Finds what a repetition was imported as before its event repeated at another hour or on another day of the week, and
 * gives that the new id. It is an import of the same event in the same week (Monday to Sunday) that the calendar lists
 * no more: of the same local day, else of a day of the week on which the event repeats no more. Among several it is the
 * nearest in time, then the earlier. A single repetition that was deleted has others on its day of the week, so that
 * its class goes to no day that was added.
 */
export async function findMovedRepetition(
  { ctx, listed, weekdays }: { ctx: Ctx } & Listing,
  { id, recurringEventId, startsAt }: ListedEvent,
  day: string,
) {
  if (!recurringEventId) return undefined;
  const monday = mondayOf(day);
  const sameDay = sql<boolean>`calendar_imports.day = ${day}::date`;
  const repeatsOn = [...(weekdays.get(recurringEventId) ?? [])];
  const former = await ctx.db
    .selectFrom('calendarImports')
    .leftJoin('classes', 'classes.id', 'calendarImports.classId')
    .select(['calendarImports.eventId', 'classId', 'digests'])
    .where('recurringEventId', '=', recurringEventId)
    .where('day', '>=', monday)
    .where('day', '<=', addDays(monday, 6))
    .where(
      sql<boolean>`(${sameDay} or extract(isodow from calendar_imports.day)::integer <> all(${repeatsOn}::integer[]))`,
    )
    .where(sql<boolean>`not calendar_imports.event_id = any(${listed}::text[])`)
    // An event that is over is not listed either, and its class was held.
    .where((where) => where.or([where('classId', 'is', null), where('classes.startsAt', '>', ctx.now)]))
    .orderBy(sameDay, 'desc')
    .orderBy(sql`abs(extract(epoch from classes.starts_at - ${startsAt}))`)
    .orderBy('classes.startsAt')
    .limit(1)
    .forUpdate('calendarImports')
    .executeTakeFirst();
  if (!former) return undefined;
  await ctx.db
    .updateTable('calendarImports')
    .set({ eventId: id })
    .where('eventId', '=', former.eventId)
    .execute();
  await renameEvent(ctx, { from: former.eventId, to: id });
  return former;
}
