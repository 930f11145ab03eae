import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { keepAnswersOf } from '#web/offline/kept-answers.ts';

/**
 * Clears one person's answers, in memory and those kept for when there is no connection, when another person or a
 * visitor follows: by signing out, here or in another tab, or by a session that ended. The queries on the screen are
 * sent again. `userId` is null for a visitor and undefined while that is not known.
 */
export function useOwnAnswersOnly(userId: string | null | undefined): void {
  const queryClient = useQueryClient();
  const before = useRef(userId);
  useEffect(() => {
    const was = before.current;
    if (userId === undefined) return;
    before.current = userId;
    keepAnswersOf(userId);
    if (was === undefined || was === userId) return;
    queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'accounts' });
  }, [userId, queryClient]);
}
