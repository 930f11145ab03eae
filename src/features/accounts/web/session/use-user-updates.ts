import { useEffect, useRef } from 'react';
import type { Account } from '../../contract.ts';
import { tellSessionEvent } from './session-events.ts';

/** Tells every tab when what is known of the signed-in person is no longer what it was: a name, a role. */
export function useUserUpdates(account: Account | null): void {
  const before = useRef(account);
  useEffect(() => {
    const was = before.current;
    before.current = account;
    // An answer that says the same is the same object.
    if (was !== account && was?.id === account?.id) tellSessionEvent('USER_UPDATED');
  }, [account]);
}
