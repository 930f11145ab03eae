import { endOf } from '#shared/time/durations.ts';
import type { SharedClass } from '../contract.ts';

type Facts = Pick<SharedClass, 'title' | 'startsAt' | 'durationMinutes' | 'zone'>;

/** `20261124T003000Z`. */
const compact = (instant: Date) => instant.toISOString().replaceAll(/[-:]|\.\d{3}/g, '');

/** The address at which Google Calendar offers to save a class, with the class's own address in its description. */
export function googleCalendarAddress(liveClass: Facts, address: string): string {
  const { title, startsAt, zone } = liveClass;
  const query = new URLSearchParams({
    action: 'TEMPLATE',
    text: title,
    dates: `${compact(new Date(startsAt))}/${compact(endOf(liveClass))}`,
    ctz: zone,
    details: address,
  });
  return `https://calendar.google.com/calendar/render?${query}`;
}
