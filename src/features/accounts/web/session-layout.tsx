import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { Outlet } from 'react-router';
import { CallError } from '#web/api/call-error.ts';
import { useLiveUpdates } from '#web/realtime/use-live-updates.ts';
import { rememberSession } from './remembered-session.ts';
import { onSessionEvent, tellSessionEvent } from './session-events.ts';
import { accountQuery, useAccount } from './use-account.ts';

/** Around every page: knows who is signed in, hears of it in other tabs, and keeps the screen true. */
export default function SessionLayout() {
  const queryClient = useQueryClient();
  const { account, isLoading, error } = useAccount();
  const known = !isLoading && !error;
  const userId = account?.id ?? null;

  useEffect(() => {
    if (known) tellSessionEvent('INITIAL_SESSION');
  }, [known]);

  useEffect(() => {
    if (known) rememberSession(userId !== null);
  }, [known, userId]);

  const askAgain = useCallback(() => {
    queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
  }, [queryClient]);

  useEffect(
    () =>
      onSessionEvent((event) => {
        if (event === 'SIGNED_OUT') {
          // Nothing of the person who left may show, not even for a moment.
          queryClient.setQueryData(accountQuery.queryKey, { account: null });
          queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'accounts' });
        }
        if (event !== 'INITIAL_SESSION') askAgain();
      }),
    [queryClient, askAgain],
  );

  useEffect(
    () =>
      queryClient.getQueryCache().subscribe((change) => {
        if (change.type !== 'updated' || change.action.type !== 'error') return;
        const { error } = change.action;
        // The session ended without us: on another device, or by its age.
        if (error instanceof CallError && error.status === 401) askAgain();
      }),
    [queryClient, askAgain],
  );

  useLiveUpdates(known ? (userId ? 'member' : 'visitor') : null, askAgain);
  return <Outlet />;
}
