import { connectCalendar } from '#features/calendar/sync/connect-calendar.ts';
import { type CalendarServices, syncWithCalendar } from '#features/calendar/sync/sync-with-calendar.ts';
import { runDue } from '#server/jobs/run-due.ts';
import type { Community } from '../community.ts';

/** What a server process does about the calendar: one look for what is new, and everything that is due. */
export async function syncCalendar(
  community: Community,
  outside: CalendarServices,
  db = community.db,
): Promise<void> {
  const ctx = { ...(await community.ctxFor()), db };
  await connectCalendar(ctx, outside);
  await runDue(() => ctx, syncWithCalendar(outside));
}
