import { useId, useLayoutEffect, useSyncExternalStore } from 'react';

/** How many dialogs and drawers lie over the page, or are about to. */
let open = 0;
/** The one among them that is answered before all others. */
let first = '';
const listeners = new Set<() => void>();

function count(change: 1 | -1, comesFirst: string): void {
  open += change;
  first = comesFirst;
  for (const tell of listeners) tell();
}

/**
 * Notes that a dialog or drawer covers the page. True where it waits until another one, which `comesFirst`, is closed:
 * a page opens some by its address, and the one that Mantine mounts later would lie over the question that has to be
 * answered before all else, and take its focus.
 */
export function useCover(opened: boolean, comesFirst: boolean): boolean {
  const id = useId();
  useLayoutEffect(() => {
    if (!opened) return undefined;
    count(1, comesFirst ? id : first);
    return () => count(-1, first === id ? '' : first);
  }, [opened, comesFirst, id]);
  const waitsFor = useSyncExternalStore(subscribe, idOfFirst, idOfFirst);
  return waitsFor !== '' && waitsFor !== id;
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
const idOfFirst = () => first;
