import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { InputOf } from '#shared/operation.ts';
import { call } from '#web/api/call.ts';
import { isRefusal } from '#web/api/call-error.ts';
import { listQuery } from '#web/api/list-query.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import {
  applyToTeach,
  changeTeaching,
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

export function useApply() {
  const cache = useCacheTeacherProfile();
  return useMutation({
    mutationFn: (body: InputOf<typeof applyToTeach>['body']) => call(applyToTeach, { body }),
    onSuccess: cache,
  });
}

export function useChangeTeaching() {
  const cache = useCacheTeacherProfile();
  return useMutation({
    mutationFn: (body: InputOf<typeof changeTeaching>['body']) => call(changeTeaching, { body }),
    onSuccess: cache,
  });
}

/** The answer replaces the profile in the cache. Applying also adds a role, so the account is invalidated. */
function useCacheTeacherProfile() {
  const queryClient = useQueryClient();
  return (profile: OwnTeacherProfile) => {
    queryClient.setQueryData(ownProfileQuery.queryKey, profile);
    void queryClient.invalidateQueries({ queryKey: ['accounts'] });
  };
}
