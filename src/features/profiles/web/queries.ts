import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { listLedger } from '#features/coins/contract.ts';
import type { InputOf } from '#shared/operation.ts';
import { call } from '#web/api/call.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import {
  changeProfile,
  choosePortrait,
  type Portrait,
  type Profile,
  readProfile,
  readStreak,
  removeAvatar,
  setHandles,
  uploadAvatar,
} from '../contract.ts';
import { readNewDay } from './read-new-day.ts';

export const profileQuery = queryOptions({
  queryKey: ['profiles', 'me'],
  queryFn: ({ signal }) => call(readProfile, undefined, { signal }),
});

export const streakQuery = queryOptions({
  queryKey: ['profiles', 'streak'],
  queryFn: ({ signal }) => call(readStreak, undefined, { signal }),
});

export const shownMovements = 5;

/** What moved the person's coins last. */
export const lastMovementsQuery = queryOptions({
  queryKey: ['coins', 'ledger', 'last', shownMovements],
  queryFn: ({ signal }) => call(listLedger, { query: { limit: shownMovements } }, { signal }),
});

export function useChangeProfile() {
  const queryClient = useQueryClient();
  const cache = useCacheProfile();
  return useMutation({
    mutationFn: (body: InputOf<typeof changeProfile>['body']) => call(changeProfile, { body }),
    onMutate: () => queryClient.getQueryData(profileQuery.queryKey)?.zone,
    onSuccess(profile, body, zoneBefore) {
      cache(profile);
      if (body?.zone && body.zone !== zoneBefore) readNewDay(queryClient);
    },
  });
}

export function useSetHandles() {
  const cache = useCacheProfile();
  return useMutation({
    mutationFn: (body: InputOf<typeof setHandles>['body']) => call(setHandles, { body }),
    onSuccess: cache,
  });
}

/** Takes the picture to send. */
export function useUploadAvatar() {
  const cache = useCacheProfile();
  return useMutation({
    mutationFn: (picture: Blob) => call(uploadAvatar, undefined, { file: picture }),
    onSuccess: cache,
  });
}

export function useChoosePortrait() {
  const cache = useCacheProfile();
  return useMutation({
    mutationFn: (portrait: Portrait) => call(choosePortrait, { body: { portrait } }),
    onSuccess: cache,
  });
}

export function useRemoveAvatar() {
  const cache = useCacheProfile();
  return useMutation({ mutationFn: () => call(removeAvatar), onSuccess: cache });
}

/** The answer is the profile as it is now; the frame shows the name as well. */
function useCacheProfile() {
  const queryClient = useQueryClient();
  return (profile: Profile) => {
    queryClient.setQueryData(profileQuery.queryKey, profile);
    void queryClient.invalidateQueries({ queryKey: ['accounts'] });
  };
}
