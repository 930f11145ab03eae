import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { type Account, readAccount } from '../contract.ts';

/** Who is signed in; `{ account: null }` for a visitor. */
export const accountQuery = queryOptions({
  queryKey: ['accounts', 'me'],
  queryFn: ({ signal }) => call(readAccount, undefined, { signal }),
});

/** The signed-in person, null for a visitor, and whether that is not known yet. */
export function useAccount(): { account: Account | null; isLoading: boolean; error: unknown } {
  const { data, isPending, error } = useQuery(accountQuery);
  return { account: data?.account ?? null, isLoading: isPending, error: data ? null : error };
}
