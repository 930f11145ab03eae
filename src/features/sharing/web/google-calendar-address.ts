import { minuteMs } from '#shared/time/durations.ts';
import type { SharedClass } from '../contract.ts';

type Facts = Pick<SharedClass, 'title' | 'startsAt' | 'durationMinutes' | 'zone'>;

/** `20261124T003000Z`. */
const compact = (instant: Date) => instant.toISOString().replaceAll(/[-:]|\.\d{3}/g, '');

/** The address at which Google Calendar offers to save a class, with the class's own address in its description. */
export function googleCalendarAddress(
  { title, startsAt, durationMinutes, zone }: Facts,
  address: string,
): string {
  const start = new Date(startsAt);
  const end = new Date(start.getTime() + durationMinutes * minuteMs);
  const query = new URLSearchParams({
    action: 'TEMPLATE',
    text: title,
    dates: `${compact(start)}/${compact(end)}`,
    ctz: zone,
    details: address,
  });
  return `https://calendar.google.com/calendar/render?${query}`;
}
