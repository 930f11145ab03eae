import { queryOptions } from '@tanstack/react-query';
import { minuteMs } from '#shared/time/durations.ts';
import { call } from '#web/api/call.ts';
import { readOverview, readTrends, readWaiting } from '../contract.ts';

/**
 * Every feature changes these figures: hints invalidate them (use-refetch-on-hints.ts), and an interval refetches them
 * without one.
 */

export const overviewQuery = queryOptions({
  queryKey: ['admin', 'overview'],
  queryFn: ({ signal }) => call(readOverview, undefined, { signal }),
  refetchInterval: minuteMs,
});

export const waitingQuery = queryOptions({
  queryKey: ['admin', 'waiting'],
  queryFn: ({ signal }) => call(readWaiting, undefined, { signal }),
  refetchInterval: minuteMs,
});

/** The twelve weeks change slowly, so they are refetched less often. */
export const trendsQuery = queryOptions({
  queryKey: ['admin', 'trends'],
  queryFn: ({ signal }) => call(readTrends, undefined, { signal }),
  staleTime: minuteMs,
  refetchInterval: 5 * minuteMs,
});
