import type { Subscription } from './built-in-calendar.ts';
import { expandIcsSafely } from './expand-ics-safely.ts';
import { type FetchLimits, fetchPublicText } from './fetch-public-text.ts';

/** A calendar elsewhere, read anew each time from its iCalendar address (`webcal:` is another word for https). */
export function subscribeToIcs(address: string, limits: Partial<FetchLimits> = {}): Subscription {
  const url = address.replace(/^webcal:/i, 'https:');
  return async ({ from, to }) => expandIcsSafely(await fetchPublicText(url, limits), from, to);
}
