import type { Db } from '../db/connect.ts';
import { builtInCalendar } from './built-in-calendar.ts';
import type { Calendar } from './calendar.ts';
import type { GoogleSettings } from './google-calendar.ts';
import { subscribeToIcs } from './subscribe-to-ics.ts';

export type CalendarSettings = {
  google: GoogleSettings | null;
  /** The external calendar that the built-in one subscribes to. */
  icsUrl: string | null;
};

/** The calendar that the settings name, else the built-in one. Google's client is loaded where it is used alone. */
export async function chooseCalendar(db: Db, { google, icsUrl }: CalendarSettings): Promise<Calendar> {
  if (google) return (await import('./google-calendar.ts')).googleCalendar(google);
  return builtInCalendar(db, icsUrl === null ? null : subscribeToIcs(icsUrl));
}
