import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { listQuery } from '#web/api/list-query.ts';
import { listClassesOfTeacher, readSharedClass } from '../contract.ts';

/** A class as a visitor reads it. The key begins as those of classes do, so that a hint about them invalidates it. */
export function sharedClassQuery(id: string) {
  return queryOptions({
    queryKey: ['classes', 'shared', id],
    queryFn: ({ signal }) => call(readSharedClass, { params: { id } }, { signal }),
  });
}

/** The classes that a teacher gives next, as a visitor reads them. */
export function sharedClassesQuery(id: string) {
  return listQuery(['classes', 'shared-of-teacher', id], (cursor, signal) =>
    call(listClassesOfTeacher, { params: { id }, query: { cursor } }, { signal }),
  );
}
