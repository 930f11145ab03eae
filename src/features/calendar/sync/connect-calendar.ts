import { sql } from 'kysely';
import { calendarWork, wantNewClasses } from '#features/classes/timetable/want-calendar.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { runSoon } from '#server/jobs/due-work.ts';
import type { Chore } from '#server/jobs/start-jobs.ts';
import type { CalendarServices } from './sync-with-calendar.ts';

/** Each minute: makes due the classes that the calendar never got, and all of them after a change of calendar. */
export function connectCalendarChore(services: CalendarServices): Chore {
  return { name: 'connect-calendar', everyMinutes: 1, run: (ctx) => connectCalendar(ctx, services) };
}

/**
 * Compares the connected calendar and meeting rooms with the last known ones, and makes due each coming class that
 * the calendar does not show.
 */
export async function connectCalendar(outer: Ctx, { calendar, rooms }: CalendarServices): Promise<void> {
  await inTransaction(outer, async (ctx) => {
    const name = `${calendar.kind} ${calendar.name ?? ''}`;
    const { rows } = await sql<{ anotherCalendar: boolean; otherRooms: boolean }>`
      insert into calendar_connection as known (calendar, rooms) values (${name}, ${rooms.name ?? ''})
      on conflict (only_row) do update set calendar = excluded.calendar, rooms = excluded.rooms
        where (known.calendar, known.rooms) <> (excluded.calendar, excluded.rooms)
      returning old.calendar is distinct from new.calendar as another_calendar,
        old.rooms is distinct from new.rooms as other_rooms`.execute(ctx.db);
    await wantNewClasses(ctx, rows[0] ?? { anotherCalendar: false, otherRooms: false });
    runSoon(ctx, calendarWork);
  });
}
