import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { readCalendarStatus, readOwnFeed } from '../contract.ts';

/** Every key begins with `calendar`, so that one `calendar.changed` hint invalidates all of them. */

/** The address of the reader's own feed. */
export const ownFeedQuery = queryOptions({
  queryKey: ['calendar', 'feed'],
  queryFn: ({ signal }) => call(readOwnFeed, {}, { signal }),
});

/** The connection to the calendar and its due work, for administrators. */
export const calendarStatusQuery = queryOptions({
  queryKey: ['calendar', 'status'],
  queryFn: ({ signal }) => call(readCalendarStatus, {}, { signal }),
});
