import { startTransition, useEffect, useState } from 'react';
import { calendarDay } from '#shared/time/zones.ts';
import { useReaderZone } from '#web/i18n/reader-zone.ts';

const tick = 30_000;

/**
 * The current instant, the reader's zone and their day in it; updates every 30 seconds. Pages hand it down to all of
 * their cards: Mantine's `useInterval` would have each of them drawn twice more when the page opens.
 */
export function useClock(): { now: Date; zone: string; today: string } {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => startTransition(() => setNow(new Date())), tick);
    return () => clearInterval(timer);
  }, []);
  const zone = useReaderZone();
  return { now, zone, today: calendarDay(now.toISOString(), zone) };
}
