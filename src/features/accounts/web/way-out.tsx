import { useEffect, useRef } from 'react';
import { Navigate, useLocation } from 'react-router';
import type { Account } from '../contract.ts';
import { lastSessionEvent } from './session-events.ts';

/**
 * Away from a page that needs an account: to `/` for who has just signed out of it, to `/auth` for who never
 * was in or whose session ended by itself, and back here afterwards.
 */
export function useWayOut(account: Account | null) {
  const { pathname, search } = useLocation();
  const wasIn = useRef(false);
  useEffect(() => {
    if (account) wasIn.current = true;
  }, [account]);
  return () =>
    wasIn.current && lastSessionEvent() === 'SIGNED_OUT' ? (
      <Navigate to="/" replace />
    ) : (
      <Navigate to="/auth" replace state={{ from: `${pathname}${search}` }} />
    );
}
