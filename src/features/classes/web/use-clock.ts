import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import { calendarDay } from '#shared/zones.ts';
import { deviceZone } from '#web/i18n/device-zone.ts';

const tick = 30_000;

/** The instant it is, the reader's zone and their day in it; moves on by itself while the page is open. */
export function useClock(): { now: Date; zone: string; today: string } {
  const [now, setNow] = useState(() => new Date());
  useInterval(() => setNow(new Date()), tick, { autoInvoke: true });
  const zone = deviceZone();
  return { now, zone, today: calendarDay(now.toISOString(), zone) };
}
