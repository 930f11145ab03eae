import { queryOptions } from '@tanstack/react-query';
import { listInvitations } from '#features/accounts/contract.ts';
import { call } from '#web/api/call.ts';
import { listQuery } from '#web/api/list-query.ts';
import { listLedger, listWaysToEarn, readCoinSettings, readReferral, readWallet } from '../contract.ts';

/**
 * The reader's balance. Its key begins with `coins`, as the ledger's does: when coins move, all of them are asked for
 * again.
 */
export const walletQuery = queryOptions({
  queryKey: ['coins', 'wallet'],
  queryFn: ({ signal }) => call(readWallet, undefined, { signal }),
});

/** The reader's ledger, newest first. */
export const ledgerQuery = listQuery(['coins', 'ledger'], (cursor, signal) =>
  call(listLedger, { query: { cursor } }, { signal }),
);

/** How coins are earned: data that seldom changes. */
export const waysToEarnQuery = queryOptions({
  queryKey: ['coins', 'ways'],
  queryFn: ({ signal }) => call(listWaysToEarn, undefined, { signal }),
});

/** The reader's invitations. */
export const referralQuery = queryOptions({
  queryKey: ['coins', 'referral'],
  queryFn: ({ signal }) => call(readReferral, undefined, { signal }),
});

/** The reader's links with a limit: the open ones first. */
export const invitationsQuery = listQuery(['accounts', 'invitations'], (cursor, signal) =>
  call(listInvitations, { query: { cursor } }, { signal }),
);

/** The numbers that administrators set. */
export const coinSettingsQuery = queryOptions({
  queryKey: ['coins', 'settings'],
  queryFn: ({ signal }) => call(readCoinSettings, undefined, { signal }),
});
