import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import { calendarDay } from '#shared/time/zones.ts';
import { useReaderZone } from '#web/i18n/reader-zone.ts';

const tick = 30_000;

/** The current instant, the reader's zone and their day in it; updates every 30 seconds. */
export function useClock(): { now: Date; zone: string; today: string } {
  const [now, setNow] = useState(() => new Date());
  useInterval(() => setNow(new Date()), tick, { autoInvoke: true });
  const zone = useReaderZone();
  return { now, zone, today: calendarDay(now.toISOString(), zone) };
}
