import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { listLedger } from '#features/coins/contract.ts';
import { call } from '#web/api/call.ts';
import { type Profile, readProfile, readStreak } from '../contract.ts';

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

/** An answer that is the profile as it is now replaces the one in the cache. The account has its name and picture. */
export function useCacheProfile(): (profile: Profile) => void {
  const queryClient = useQueryClient();
  return (profile) => queryClient.setQueryData(profileQuery.queryKey, profile);
}
