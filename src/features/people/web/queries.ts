import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { listQuery } from '#web/api/list-query.ts';
import { listAllInvitations, listPeople, type PeopleFilters, readPerson } from '../contract.ts';
import type { PeopleOrder } from './people-filters.ts';

/** Every key begins with `people`, so that one `people.changed` hint invalidates all of them. */

/** The people who match; the previous rows stay while another search is loading. */
export function peopleQuery(filters: PeopleFilters, sort: PeopleOrder) {
  return {
    ...listQuery(['people', 'list', filters, sort], (cursor, signal) =>
      call(listPeople, { query: { ...filters, sort, cursor } }, { signal }),
    ),
    placeholderData: keepPreviousData,
    // Hints invalidate the list when something changed; refocusing the window need not reload every page.
    refetchOnWindowFocus: false,
  };
}

/** Everything about one person. */
export function personQuery(id: string) {
  return queryOptions({
    queryKey: ['people', 'one', id],
    queryFn: ({ signal }) => call(readPerson, { params: { id } }, { signal }),
  });
}

/** Every invitation link, the newest first. */
export const allInvitationsQuery = listQuery(['people', 'invitations'], (cursor, signal) =>
  call(listAllInvitations, { query: { cursor } }, { signal }),
);
