import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { putDue } from '#server/jobs/due-work.ts';
import { calendarWork } from '../timetable/want-calendar.ts';
import { keepOffers, offerSeatsWork } from '../waiting/offer-seats.ts';

/**
 * Removes the meeting link of a class that is handed over by a teacher who lost their rights, because they know the
 * address. A room of the calendar belongs to its event, so the class gets a new event, unless it was imported: then the
 * calendar's organiser changes the room there. A room of a meeting server follows from `handed_over_at`. Seats are
 * offered again, also those that were offered before, whose students could not take them meanwhile.
 */
export async function changeRoom(ctx: Ctx, classId: string): Promise<void> {
  const before = await ctx.db
    .selectFrom('classes')
    .select('calendarEventId')
    .where('id', '=', classId)
    .executeTakeFirstOrThrow();
  await ctx.db
    .updateTable('classes')
    .set({
      meetLink: null,
      oneOffLink: false,
      calendarEventId: sql<
        string | null
      >`case when imported or calendar_event_id is null then calendar_event_id
        else 'sumi' || replace(uuidv7()::text, '-', '') end`,
    })
    .where('id', '=', classId)
    .execute();
  if (before.calendarEventId) await putDue(ctx, calendarWork, before.calendarEventId);
  await keepOffers(ctx, classId, { onlyLapsed: false });
  await putDue(ctx, offerSeatsWork, classId);
}
