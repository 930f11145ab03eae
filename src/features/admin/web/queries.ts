import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { readOverview, readTrends, readWaiting } from '../contract.ts';

const minute = 60_000;

/** The whole community moves these: hints ask for them again (use-echoes.ts), and the clock where none came. */

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

/** Twelve weeks do not change by the minute. */
export const trendsQuery = queryOptions({
  queryKey: ['admin', 'trends'],
  queryFn: ({ signal }) => call(readTrends, undefined, { signal }),
  staleTime: minute,
  refetchInterval: 5 * minute,
});
