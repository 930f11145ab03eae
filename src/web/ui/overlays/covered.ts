import { useLayoutEffect, useSyncExternalStore } from 'react';

/** How many dialogs and drawers lie over the page, or are about to. */
let open = 0;
const listeners = new Set<() => void>();

function count(change: 1 | -1): void {
  open += change;
  for (const tell of listeners) tell();
}

/** Notes that a dialog or drawer covers the page. */
export function useCover(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return undefined;
    count(1);
    return () => count(-1);
  }, [opened]);
}

/** Whether a dialog or drawer covers the page: what plays in it stops meanwhile. */
export function useIsCovered(): boolean {
  return useSyncExternalStore(subscribe, isCovered, () => false);
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

const isCovered = () => open > 0;
