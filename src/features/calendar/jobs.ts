import type { Jobs } from '#server/jobs/start-jobs.ts';
import { connectCalendarChore } from './sync/connect-calendar.ts';
import { type CalendarServices, syncWithCalendar } from './sync/sync-with-calendar.ts';

export function calendarJobs(services: CalendarServices): Jobs {
  return { chores: [connectCalendarChore(services)], handlers: [syncWithCalendar(services)] };
}
