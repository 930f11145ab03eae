import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { readOverview, readTrends, readWaiting } from '../contract.ts';

const minute = 60_000;

/** Every feature changes these figures: hints invalidate them (use-echoes.ts), and an interval refetches them without one. */

export const overviewQuery = queryOptions({
  queryKey: ['admin', 'overview'],
  queryFn: ({ signal }) => call(readOverview, undefined, { signal }),
  refetchInterval: minute,
});

export const waitingQuery = queryOptions({
  queryKey: ['admin', 'waiting'],
  queryFn: ({ signal }) => call(readWaiting, undefined, { signal }),
  refetchInterval: minute,
});

/** The twelve weeks change slowly, so they are refetched less often. */
export const trendsQuery = queryOptions({
  queryKey: ['admin', 'trends'],
  queryFn: ({ signal }) => call(readTrends, undefined, { signal }),
  staleTime: minute,
  refetchInterval: 5 * minute,
});
