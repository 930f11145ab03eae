import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { keepAnswersOf } from '#web/offline/kept-answers.ts';
import { keepTabOf } from '#web/stored-text.ts';

/**
 * Clears one person's answers, in memory and those kept for when there is no connection, what this tab kept of them and
 * the push messages that the device shows, when another person or a visitor follows: by signing out, here or in another
 * tab, or by a session that ended. The queries on the screen are sent again. `userId` is null for a visitor and
 * undefined while that is not known.
 */
export function useOwnAnswersOnly(userId: string | null | undefined): void {
  const queryClient = useQueryClient();
  const before = useRef(userId);
  useEffect(() => {
    const was = before.current;
    if (userId === undefined) return;
    before.current = userId;
    keepAnswersOf(userId);
    keepTabOf(userId);
    // The worker closes what the device shows (public/worker.js).
    if (userId === null || (was && was !== userId)) navigator.serviceWorker?.controller?.postMessage('left');
    if (was === undefined || was === userId) return;
    queryClient.resetQueries({ predicate: ({ queryKey }) => isOfMember(queryKey) });
  }, [userId, queryClient]);
}

/** Of `accounts` the others are who is signed in, which is known already, and what the pages of signing in read. */
const isOfMember = ([feature, of]: readonly unknown[]) =>
  feature !== 'accounts' || of === 'passkeys' || of === 'invitations';
