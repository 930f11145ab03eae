import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { keepAnswersOf } from '#web/offline/kept-answers.ts';
import { keepTabOf } from '#web/stored-text.ts';
import type { Account } from '../../contract.ts';

/**
 * Clears one person's answers, in memory and those kept for when there is no connection, what this tab kept of them and
 * the push messages that the device shows, when another person or a visitor follows: by signing out, here or in another
 * tab, or by a session that ended. An adult who turns out to be a kid is another reader too: a feed that never
 * refetches by itself would go on with videos for adults. The queries on the screen are sent again. `account` is null
 * for a visitor and undefined while that is not known.
 */
export function useOwnAnswersOnly(account: Pick<Account, 'id' | 'ageGroup'> | null | undefined): void {
  const queryClient = useQueryClient();
  const userId = account === null ? null : account?.id;
  const reader = account && `${account.id} ${account.ageGroup}`;
  const before = useRef(reader);
  useEffect(() => {
    const was = before.current;
    if (userId === undefined || reader === undefined) return;
    before.current = reader;
    keepAnswersOf(reader);
    keepTabOf(userId);
    // The worker closes what the device shows (public/worker.js).
    if (reader === null || (was && was !== reader)) navigator.serviceWorker?.controller?.postMessage('left');
    if (was === undefined || was === reader) return;
    queryClient.resetQueries({ predicate: ({ queryKey }) => isOfMember(queryKey) });
  }, [userId, reader, queryClient]);
}

/** The other queries of `accounts` are who is signed in, known already, and what the pages of signing in read. */
const isOfMember = ([feature, of]: readonly unknown[]) =>
  feature !== 'accounts' || of === 'passkeys' || of === 'invitations';
