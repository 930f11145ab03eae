import { useEffect } from 'react';

/**
 * While it is active, the browser asks in its own words before the page goes away: by closing the tab, by a reload, or
 * by going back from the first page of the tab, which the router does not hear of.
 */
export function useAskBeforeUnload(active: boolean): void {
  useEffect(() => {
    if (!active) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [active]);
}
