import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { readCalendarStatus, readOwnFeed } from '../contract.ts';

/** Every key begins with `calendar`: a hint that something came there, or did not, asks for all of them again. */

/** The address of the reader's own feed. */
export const ownFeed = queryOptions({
  queryKey: ['calendar', 'feed'],
  queryFn: ({ signal }) => call(readOwnFeed, {}, { signal }),
});

/** What classes are shown in and how that goes, for administrators. */
export const calendarStatus = queryOptions({
  queryKey: ['calendar', 'status'],
  queryFn: ({ signal }) => call(readCalendarStatus, {}, { signal }),
});
