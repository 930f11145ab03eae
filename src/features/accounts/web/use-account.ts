import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { type Account, readAccount } from '../contract.ts';

/** Who is signed in; `{ account: null }` for a visitor. */
export const accountQuery = queryOptions({
  queryKey: ['accounts', 'me'],
  queryFn: ({ signal }) => call(readAccount, undefined, { signal }),
});

type Reader = {
  /** Null for a visitor, and while it is not known. */
  account: Account | null;
  isLoading: boolean;
  /** Why it could not be read. Who signed in stays signed in, so no page takes them for a visitor. */
  error: unknown;
  readAgain: () => void;
};

/** The signed-in person, null for a visitor, and whether that is not known yet. */
export function useAccount(): Reader {
  const { data, isPending, error, refetch } = useQuery(accountQuery);
  return {
    account: data?.account ?? null,
    isLoading: isPending,
    error: data ? null : error,
    readAgain: refetch,
  };
}

/** Whether the server refuses, until the reader's address is confirmed, what needs a proved address. */
export function useUnprovedEmail(): boolean {
  const { account } = useAccount();
  return account !== null && !account.emailProved;
}

/** Whether it refuses what needs a proved contact: the reader's address, or the consent of a kid's guardian. */
export function useUnprovedContact(): boolean {
  const { account } = useAccount();
  return account !== null && !account.contactProved;
}
