import { useEffect } from 'react';
import { send } from '#web/api/call.ts';
import { tellSessionEvent } from './session-events.ts';

const hour = 3_600_000;
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
        tellSessionEvent('TOKEN_REFRESHED');
      expiresAt = current.session.expiresAt;
    };
    // A failed request says nothing about the session; the next one will.
    const timer = setInterval(() => look().catch(() => {}), hour);
    return () => clearInterval(timer);
  }, [userId, over]);
}
