import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { listLedger, readWallet } from '../contract.ts';

/** The reader's balance. Every key begins with `coins`: when coins move, all of them are asked for again. */
export const walletQuery = queryOptions({
  queryKey: ['coins', 'wallet'],
  queryFn: ({ signal }) => call(readWallet, undefined, { signal }),
});

/** The reader's ledger, newest first. */
export const ledgerQuery = infiniteQueryOptions({
  queryKey: ['coins', 'ledger'],
  queryFn: ({ pageParam: cursor, signal }) => call(listLedger, { query: { cursor } }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
});
