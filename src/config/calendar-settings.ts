import { readFileSync } from 'node:fs';
import type { CalendarSettings } from '#server/calendar/choose-calendar.ts';
import { readServiceAccount } from '#server/calendar/read-service-account.ts';
import { ConfigError } from './config-error.ts';
import type { Settings } from './environment.ts';

/** Reads the settings of the calendar and refuses contradictory ones. */
export function calendarOf(set: Settings): CalendarSettings {
  const { GOOGLE_CALENDAR_ID: calendarId, GOOGLE_SERVICE_ACCOUNT_FILE: file } = set;
  const meet = set.GOOGLE_MEET === 'yes';
  if (meet && set.JITSI_URL) throw new ConfigError('GOOGLE_MEET and JITSI_URL: set one of them.');
  if (!calendarId) {
    const left = ['GOOGLE_SERVICE_ACCOUNT_FILE', 'GOOGLE_SERVICE_ACCOUNT_JSON', 'GOOGLE_ACT_AS'] as const;
    const alone = meet ? 'GOOGLE_MEET' : left.find((name) => set[name]);
    if (alone) throw new ConfigError(`${alone}: goes with GOOGLE_CALENDAR_ID, which is not set.`);
    return { google: null, icsUrl: set.CALENDAR_ICS_URL ?? null };
  }
  if (set.CALENDAR_ICS_URL) {
    throw new ConfigError(
      'CALENDAR_ICS_URL: is for the built-in calendar; with GOOGLE_CALENDAR_ID, leave it out.',
    );
  }
  if (!file === !set.GOOGLE_SERVICE_ACCOUNT_JSON) {
    throw new ConfigError(
      'GOOGLE_CALENDAR_ID: needs GOOGLE_SERVICE_ACCOUNT_FILE or GOOGLE_SERVICE_ACCOUNT_JSON, one of the two.',
    );
  }
  try {
    const account = readServiceAccount(set.GOOGLE_SERVICE_ACCOUNT_JSON ?? readFileSync(file ?? '', 'utf8'));
    return { google: { calendarId, account, actAs: set.GOOGLE_ACT_AS ?? null, meet }, icsUrl: null };
  } catch (error) {
    const name = file ? 'GOOGLE_SERVICE_ACCOUNT_FILE' : 'GOOGLE_SERVICE_ACCOUNT_JSON';
    throw new ConfigError(`${name}: ${(error as Error).message}.`);
  }
}
