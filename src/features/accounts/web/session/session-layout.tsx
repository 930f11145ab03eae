import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { CallError } from '#web/api/call-error.ts';
import { useLiveUpdates } from '#web/realtime/use-live-updates.ts';
import { accountQuery, useAccount } from '../use-account.ts';
import { rememberSession } from './remembered-session.ts';
import { onSessionEvent, tellSessionEvent } from './session-events.ts';
import { useOwnAnswersOnly } from './use-own-answers-only.ts';
import { useSessionRefresh } from './use-session-refresh.ts';
import { useUserUpdates } from './use-user-updates.ts';
import { LeftFrom } from './way-out.tsx';

/** Around every page: knows who is signed in, hears of it in other tabs, and keeps the screen true. */
export default function SessionLayout() {
  const queryClient = useQueryClient();
  const { account, isLoading, error } = useAccount();
  const userId = isLoading || error ? undefined : (account?.id ?? null);
  const leftFrom = useLeftFrom();

  const askAgain = useCallback(() => {
    queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
  }, [queryClient]);

  useEffect(
    () =>
      onSessionEvent((event) => {
        // At once: nothing of the person who left may show while the server is being asked.
        if (event === 'SIGNED_OUT') queryClient.setQueryData(accountQuery.queryKey, { account: null });
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

  useEffect(() => {
    if (userId === undefined) return;
    tellSessionEvent('INITIAL_SESSION');
    rememberSession(userId !== null);
  }, [userId]);

  useEffect(() => {
    // The guess that the document was marked with has given way to knowledge, or to an error that says so.
    if (!isLoading) delete document.documentElement.dataset.wasSignedIn;
  }, [isLoading]);

  useOwnAnswersOnly(userId);
  useUserUpdates(account);
  useSessionRefresh(userId ?? null, askAgain);
  useLiveUpdates(userId === undefined ? null : userId ? 'member' : 'visitor', askAgain);
  return (
    <LeftFrom value={leftFrom}>
      <Outlet />
    </LeftFrom>
  );
}

/** The page on which somebody signed out, until it is another page. */
function useLeftFrom(): string | null {
  const { pathname } = useLocation();
  const [leftFrom, setLeftFrom] = useState<string | null>(null);
  if (leftFrom !== null && leftFrom !== pathname) setLeftFrom(null);
  useEffect(
    () => onSessionEvent((event) => event === 'SIGNED_OUT' && setLeftFrom(window.location.pathname)),
    [],
  );
  return leftFrom;
}
