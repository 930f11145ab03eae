import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { InputOf } from '#shared/operation.ts';
import { call } from '#web/api/call.ts';
import { listQuery } from '#web/api/list-query.ts';
import { countReaders, listAnnouncements, listManagedAnnouncements } from '../contract.ts';

/** Every key begins with `announcements`: a hint that one was published or withdrawn asks for all of them again. */

export const announcementsQuery = listQuery(['announcements', 'own'], (cursor, signal) =>
  call(listAnnouncements, { query: { cursor } }, { signal }),
);

export const managedAnnouncementsQuery = listQuery(['announcements', 'managed'], (cursor, signal) =>
  call(listManagedAnnouncements, { query: { cursor } }, { signal }),
);

/** How many people would be told; while another number is on its way the one at hand stays. */
export function readersQuery(addressed: InputOf<typeof countReaders>['query']) {
  return queryOptions({
    queryKey: ['announcements', 'readers', addressed],
    queryFn: ({ signal }) => call(countReaders, { query: addressed }, { signal }),
    placeholderData: keepPreviousData,
  });
}
