import { useEffect } from 'react';
import { hourMs } from '#shared/time/durations.ts';
import { send } from '#web/api/call.ts';
import { emitSessionEvent } from './session-events.ts';

type CurrentSession = { session: { expiresAt: string } } | null;

/**
 * Reads the session once an hour while a person is signed in. Reading prolongs a session in use; every tab then hears
 * TOKEN_REFRESHED. `over` is called when the session has ended.
 */
export function useSessionRefresh(userId: string | null, over: () => void): void {
  useEffect(() => {
    if (userId === null) return;
    let expiresAt: string | undefined;
    const look = async () => {
      const current = (await send('/api/auth/get-session', { method: 'GET' })) as CurrentSession;
      if (current === null) return over();
      if (expiresAt !== undefined && current.session.expiresAt > expiresAt)
        emitSessionEvent('TOKEN_REFRESHED');
      expiresAt = current.session.expiresAt;
    };
    // A failed request says nothing about the session; the next one will.
    const timer = setInterval(() => look().catch(() => {}), hourMs);
    return () => clearInterval(timer);
  }, [userId, over]);
}
