import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { readOverview } from '../contract.ts';

const everyMinute = 60_000;

/** The whole community moves it: it is asked for by the clock, not by hints. */
export const overviewQuery = queryOptions({
  queryKey: ['admin', 'overview'],
  queryFn: ({ signal }) => call(readOverview, undefined, { signal }),
  refetchInterval: everyMinute,
});
