import { useEffect, useRef } from 'react';
import type { Account } from '../../contract.ts';
import { emitSessionEvent } from './session-events.ts';

/** Publishes USER_UPDATED when the account of the signed-in person has changed, such as a name or a role. */
export function useUserUpdates(account: Account | null): void {
  const before = useRef(account);
  useEffect(() => {
    const was = before.current;
    before.current = account;
    // The query client keeps the object of an equal answer.
    if (was !== account && was?.id === account?.id) emitSessionEvent('USER_UPDATED');
  }, [account]);
}
