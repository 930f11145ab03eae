import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { listQuery } from '#web/api/list-query.ts';
import {
  listAllInvitations,
  listPeople,
  listPersonEnrolments,
  listPersonMovements,
  type PeopleFilters,
  type PeopleOrder,
  readPerson,
  readWithdrawal,
} from '../contract.ts';

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

/** A person's page begins with the ten latest; who reads on gets more at once. */
const atOnce = 50;
const limitOf = (cursor: string | undefined) => (cursor === undefined ? undefined : atOnce);

/** The movements of a person's coins, newest first. */
export function personMovementsQuery(id: string) {
  return listQuery(['people', 'one', id, 'movements'], (cursor, signal) =>
    call(listPersonMovements, { params: { id }, query: { cursor, limit: limitOf(cursor) } }, { signal }),
  );
}

/** The classes in which a person has a seat, the latest start first. */
export function personEnrolmentsQuery(id: string) {
  return listQuery(['people', 'one', id, 'enrolments'], (cursor, signal) =>
    call(listPersonEnrolments, { params: { id }, query: { cursor, limit: limitOf(cursor) } }, { signal }),
  );
}

/** Every invitation link, the newest first. */
export const allInvitationsQuery = listQuery(['people', 'invitations'], (cursor, signal) =>
  call(listAllInvitations, { query: { cursor } }, { signal }),
);

/** What the page of a guardian's link says before they refuse or withdraw. */
export function withdrawalQuery(token: string) {
  return queryOptions({
    queryKey: ['people', 'withdrawal', token],
    queryFn: ({ signal }) => call(readWithdrawal, { body: { token } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
