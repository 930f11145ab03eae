import { queryOptions } from '@tanstack/react-query';
import { minuteMs } from '#shared/time/durations.ts';
import { call } from '#web/api/call.ts';
import { readOverview, readTrends, readWaiting } from '../contract.ts';

/**
 * Every feature changes these figures: hints invalidate them (use-refetch-on-hints.ts), and an interval refetches them
 * without one. Only figures that are shown: a query that has failed forgets its error for as long as it is tried again,
 * so the page would be grey in place of saying so. Its reader tries it again, and so does a stream that reopens.
 */
export const isShown = ({ state }: { state: { data: unknown } }) => state.data !== undefined;

const every =
  (interval: number) =>
  (query: { state: { data: unknown } }): number | false =>
    isShown(query) && interval;

export const overviewQuery = queryOptions({
  queryKey: ['admin', 'overview'],
  queryFn: ({ signal }) => call(readOverview, undefined, { signal }),
  refetchInterval: every(minuteMs),
});

export const waitingQuery = queryOptions({
  queryKey: ['admin', 'waiting'],
  queryFn: ({ signal }) => call(readWaiting, undefined, { signal }),
  refetchInterval: every(minuteMs),
});

/** The twelve weeks change slowly, so they are refetched less often. */
export const trendsQuery = queryOptions({
  queryKey: ['admin', 'trends'],
  queryFn: ({ signal }) => call(readTrends, undefined, { signal }),
  staleTime: minuteMs,
  refetchInterval: every(5 * minuteMs),
});
