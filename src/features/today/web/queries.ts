import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { readToday } from '../contract.ts';

/** Under `profiles`, because every practice says that the profile changed. */
export const todayQuery = queryOptions({
  queryKey: ['profiles', 'today'],
  queryFn: ({ signal }) => call(readToday, undefined, { signal }),
});
