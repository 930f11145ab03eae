import type { Subscription } from './built-in-calendar.ts';
import { expandIcsSafely } from './expand-ics-safely.ts';
import { type FetchLimits, fetchPublicText } from './fetch-public-text.ts';

/** Subscribes to an external calendar by its iCalendar address, read again each time (`webcal:` means https). */
export function subscribeToIcs(address: string, limits: Partial<FetchLimits> = {}): Subscription {
  const url = address.replace(/^webcal:/i, 'https:');
  return async ({ from, to }) => expandIcsSafely(await fetchPublicText(url, limits), from, to);
}
