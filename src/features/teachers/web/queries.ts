import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { isRefusal } from '#web/api/call-error.ts';
import { listQuery } from '#web/api/list-query.ts';
import {
  listApplications,
  type OwnTeacherProfile,
  readOwnTeacherProfile,
  readTeacher,
  type VerificationStatus,
} from '../contract.ts';

/** Every key begins with `teachers`, so that a hint for it invalidates all of them. */

/** The reader's own teacher profile; null without one. */
export const ownProfileQuery = queryOptions({
  queryKey: ['teachers', 'me'],
  queryFn: async ({ signal }): Promise<OwnTeacherProfile | null> => {
    try {
      return await call(readOwnTeacherProfile, undefined, { signal });
    } catch (error) {
      if (isRefusal(error, 'http/not-found')) return null;
      throw error;
    }
  },
});

export function teacherQuery(id: string) {
  return queryOptions({
    queryKey: ['teachers', 'card', id],
    queryFn: ({ signal }) => call(readTeacher, { params: { id } }, { signal }),
  });
}

/** Applications in one status; while another search loads, the previous ones stay visible. */
export function applicationsQuery(status: VerificationStatus, search: string, pages?: 'changed') {
  return {
    ...listQuery(['teachers', 'applications', status, search, pages], (cursor, signal) =>
      call(listApplications, { query: { status, search: search || undefined, pages, cursor } }, { signal }),
    ),
    placeholderData: keepPreviousData,
  };
}

/** An answer that is the profile as it is now replaces the one in the cache. Applying also changes the role. */
export function useCacheTeacherProfile(): (profile: OwnTeacherProfile) => void {
  const queryClient = useQueryClient();
  return (profile) => queryClient.setQueryData(ownProfileQuery.queryKey, profile);
}
