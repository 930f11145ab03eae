import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

/**
 * Clears the cache of one person's answers when another person or a visitor follows: by signing out, here or in another
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
    if (was === undefined || was === userId) return;
    queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'accounts' });
  }, [userId, queryClient]);
}
