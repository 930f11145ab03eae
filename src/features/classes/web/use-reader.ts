import { useInterval } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Account, readAccount } from '#features/accounts/contract.ts';
import { calendarDay, isZone, mexicoCity } from '#shared/zones.ts';
import { call } from '#web/api/call.ts';

const tick = 30_000;

/** Who is looking: null only outside the frames of the signed-in, which have the answer already. */
export function useReader(): Account | null {
  const { data } = useQuery({
    queryKey: ['accounts', 'me'],
    queryFn: ({ signal }) => call(readAccount, undefined, { signal }),
  });
  return data?.account ?? null;
}

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
