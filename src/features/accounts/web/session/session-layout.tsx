import {
  type MutationCacheNotifyEvent,
  type QueryCacheNotifyEvent,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation, useNavigate, useSearchParams } from 'react-router';
import { CallError } from '#web/api/call-error.ts';
import { chooseLocale, i18n } from '#web/i18n/i18n.ts';
import { ReaderZone } from '#web/i18n/reader-zone.ts';
import { useLiveUpdates } from '#web/realtime/use-live-updates.ts';
import { toastFailure } from '#web/ui/toasts/toast.ts';
import { saveInvitation } from '../enter/invitation.ts';
import { accountQuery, useAccount } from '../use-account.ts';
import { rememberSession } from './remembered-session.ts';
import { emitSessionEvent, onSessionEvent } from './session-events.ts';
import { useOwnAnswersOnly } from './use-own-answers-only.ts';
import { useSessionRefresh } from './use-session-refresh.ts';
import { useUserUpdates } from './use-user-updates.ts';
import { SessionEnd } from './way-out.tsx';

/** The layout of every page: knows who is signed in, also by the events of other tabs, and refreshes stale queries. */
export default function SessionLayout() {
  const queryClient = useQueryClient();
  const { account, isLoading, error } = useAccount();
  const userId = isLoading || error ? undefined : (account?.id ?? null);

  const navigate = useNavigate();
  const [search] = useSearchParams();
  useEffect(() => saveInvitation(search), [search]);
  // Whether the last session ended by signing out; a session that expired or was ended elsewhere did not.
  const signedOut = useRef(false);
  const had = useRef(false);
  if (userId) {
    had.current = true;
    signedOut.current = false;
  }
  const sessionEnd = {
    leftFrom: useLeftFrom(),
    ended: userId === null && had.current && !signedOut.current,
  };

  const askAgain = useCallback(() => {
    queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
  }, [queryClient]);

  useEffect(
    () =>
      onSessionEvent((event) => {
        // At once: no data of the person who left may show while the server is being asked.
        if (event === 'SIGNED_OUT') {
          signedOut.current = true;
          queryClient.setQueryData(accountQuery.queryKey, { account: null });
          navigate('/', { replace: true });
        }
        if (event !== 'INITIAL_SESSION') askAgain();
      }),
    [queryClient, askAgain, navigate],
  );

  useEffect(() => {
    const seeFailure = (change: QueryCacheNotifyEvent | MutationCacheNotifyEvent) => {
      if (change.type !== 'updated' || change.action.type !== 'error') return;
      const { error } = change.action;
      // The session was ended on another device, or has expired.
      if (error instanceof CallError && error.status === 401) askAgain();
    };
    const caches = [queryClient.getQueryCache(), queryClient.getMutationCache()];
    const ends = caches.map((cache) => cache.subscribe(seeFailure));
    return () => {
      for (const end of ends) end();
    };
  }, [queryClient, askAgain]);

  useEffect(() => {
    if (userId === undefined) return;
    emitSessionEvent('INITIAL_SESSION');
    rememberSession(userId !== null);
  }, [userId]);

  const locale = account?.locale;
  useEffect(() => {
    // The language of the person who signed in here, whichever the browser showed before.
    if (locale && locale !== i18n.language) {
      chooseLocale(locale).catch((error) => toastFailure(error, i18n.t('shell:languageFailed')));
    }
  }, [locale]);

  useOwnAnswersOnly(isLoading || error ? undefined : account);
  useUserUpdates(account);
  useSessionRefresh(userId ?? null, askAgain);
  useLiveUpdates(userId === undefined ? null : userId ? 'member' : 'visitor', askAgain);
  return (
    <SessionEnd value={sessionEnd}>
      <ReaderZone value={account?.zone ?? null}>
        <Outlet />
      </ReaderZone>
    </SessionEnd>
  );
}

/** The page on which the person signed out, until another page is open. */
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
