import { useEffect } from 'react';
import { z } from 'zod';
import { send } from '#web/api/call.ts';
import { tellSessionEvent } from './session-events.ts';

const hour = 3_600_000;
const answer = z.object({ session: z.object({ expiresAt: z.string() }) }).nullable();

/**
 * Looks at the session once an hour while somebody is signed in. Asking is what keeps a session alive that is in
 * use; when it was made to last longer every tab hears TOKEN_REFRESHED, and `over` is called when it has ended.
 */
export function useSessionRefresh(userId: string | null, over: () => void): void {
  useEffect(() => {
    if (userId === null) return;
    let expiresAt: string | undefined;
    const look = async () => {
      const current = answer.parse(await send('/api/auth/get-session', { method: 'GET' }));
      if (current === null) return over();
      if (expiresAt !== undefined && current.session.expiresAt > expiresAt)
        tellSessionEvent('TOKEN_REFRESHED');
      expiresAt = current.session.expiresAt;
    };
    // Out of reach now is no news of the session; the next look will tell.
    const timer = setInterval(() => look().catch(() => {}), hour);
    return () => clearInterval(timer);
  }, [userId, over]);
}
