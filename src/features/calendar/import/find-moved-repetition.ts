import { sql } from 'kysely';
import { renameEvent } from '#features/classes/timetable/show-in-calendar.ts';
import type { ListedEvent } from '#server/calendar/calendar.ts';
import type { Ctx } from '#server/ctx.ts';

/**
 * Finds what a repetition was imported as before its event repeated at another hour, and gives that the new id. It is
 * an import of the same event on the same local day that the calendar lists no more, of several the nearest in time.
 */
export async function findMovedRepetition(
  { ctx, listed }: { ctx: Ctx; listed: readonly string[] },
  { id, recurringEventId, startsAt }: ListedEvent,
  day: string,
) {
  if (!recurringEventId) return undefined;
  const former = await ctx.db
    .selectFrom('calendarImports')
    .leftJoin('classes', 'classes.id', 'calendarImports.classId')
    .select(['calendarImports.eventId', 'classId', 'digests'])
    .where('recurringEventId', '=', recurringEventId)
    .where('day', '=', day)
    .where(sql<boolean>`not calendar_imports.event_id = any(${listed}::text[])`)
    // An event that is over is not listed either, and its class was held.
    .where((where) => where.or([where('classId', 'is', null), where('classes.startsAt', '>', ctx.now)]))
    .orderBy(sql`abs(extract(epoch from classes.starts_at - ${startsAt}))`)
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
