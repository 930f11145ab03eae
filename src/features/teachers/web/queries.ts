import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { readEarnings } from '#features/payments/contract.ts';
import type { InputOf } from '#shared/operation.ts';
import { call } from '#web/api/call.ts';
import { isRefusal } from '#web/api/call-error.ts';
import { listQuery } from '#web/api/list-query.ts';
import {
  applyToTeach,
  changeTeaching,
  listApplications,
  type OwnTeacherProfile,
  readOwnTeacherProfile,
  readTeacher,
  type VerificationStatus,
} from '../contract.ts';

/** Every key begins with `teachers`: a hint that an application was answered asks for all of them again. */

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

/** The reader's own earnings, the newest month first. Its key begins with `payments`, which is where they change. */
export const earningsQuery = queryOptions({
  queryKey: ['payments', 'earnings'],
  queryFn: ({ signal }) => call(readEarnings, { query: {} }, { signal }),
});

/** Applications in one status; while another search loads, those at hand stay. */
export function applicationsQuery(status: VerificationStatus, search: string) {
  return {
    ...listQuery(['teachers', 'applications', status, search], (cursor, signal) =>
      call(listApplications, { query: { status, search: search || undefined, cursor } }, { signal }),
    ),
    placeholderData: keepPreviousData,
  };
}

export function useApply() {
  const keep = useKeepProfile();
  return useMutation({
    mutationFn: (body: InputOf<typeof applyToTeach>['body']) => call(applyToTeach, { body }),
    onSuccess: keep,
  });
}

export function useChangeTeaching() {
  const keep = useKeepProfile();
  return useMutation({
    mutationFn: (body: InputOf<typeof changeTeaching>['body']) => call(changeTeaching, { body }),
    onSuccess: keep,
  });
}

/** The answer is the profile as it is now; who applied has another role as well. */
function useKeepProfile() {
  const queryClient = useQueryClient();
  return (profile: OwnTeacherProfile) => {
    queryClient.setQueryData(ownProfileQuery.queryKey, profile);
    void queryClient.invalidateQueries({ queryKey: ['accounts'] });
  };
}
