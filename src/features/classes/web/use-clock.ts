import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import { calendarDay, isZone, mexicoCity } from '#shared/zones.ts';

const tick = 30_000;

/** The zone of the clock beside the reader: their device's. */
export function readerZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return isZone(timeZone) ? timeZone : mexicoCity;
}

/** The instant it is, the reader's zone and their day in it; moves on by itself while the page is open. */
export function useClock(): { now: Date; zone: string; today: string } {
  const [now, setNow] = useState(() => new Date());
  useInterval(() => setNow(new Date()), tick, { autoInvoke: true });
  const zone = readerZone();
  return { now, zone, today: calendarDay(now.toISOString(), zone) };
}
