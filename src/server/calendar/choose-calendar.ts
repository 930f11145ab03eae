import type { Db } from '../db/connect.ts';
import { builtInCalendar } from './built-in-calendar.ts';
import type { Calendar } from './calendar.ts';
import { type GoogleSettings, googleCalendar } from './google-calendar.ts';
import { subscribeToIcs } from './subscribe-to-ics.ts';

export type CalendarSettings = {
  google: GoogleSettings | null;
  /** The external calendar that the built-in one subscribes to. */
  icsUrl: string | null;
};

/** The calendar that the settings name, else the built-in one. */
export function chooseCalendar(db: Db, { google, icsUrl }: CalendarSettings): Calendar {
  if (google) return googleCalendar(google);
  return builtInCalendar(db, icsUrl === null ? null : subscribeToIcs(icsUrl));
}
