import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { listQuery } from '#web/api/list-query.ts';
import { listPeople, type PeopleFilters, readPerson } from '../contract.ts';

/** Every key begins with `people`: what an administrator does to somebody asks for all of them again. */

/** The people who fit; while another search is on its way those at hand stay. */
export function peopleList(filters: PeopleFilters) {
  return {
    ...listQuery(['people', 'list', filters], (cursor, signal) =>
      call(listPeople, { query: { ...filters, cursor } }, { signal }),
    ),
    placeholderData: keepPreviousData,
    // Hints tell when something changed; coming back to the window does not read again page after page.
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
