import { useSyncExternalStore } from 'react';
import { storedText } from '#web/stored-text.ts';

/** The class in which the student took a seat last in this tab. */
export const takenSeat = lastClassOfTab('sumi.takenSeat');

/** The class whose waiting list the student joined last in this tab. */
export const joinedList = lastClassOfTab('sumi.joinedWaitingList');

/**
 * The class of which something was noted last in this tab. Each card of a list asks whether it is its own, and only the
 * two whose answer changes are drawn again; Mantine's `useSessionStorage` would draw all, and write as each is mounted.
 */
function lastClassOfTab(key: string) {
  const stored = storedText(() => sessionStorage, key);
  const listeners = new Set<() => void>();
  const subscribe = (tell: () => void) => {
    listeners.add(tell);
    return () => listeners.delete(tell);
  };
  return {
    note(id: string) {
      stored.keep(id);
      for (const tell of listeners) tell();
    },
    useIsOf: (id: string) =>
      useSyncExternalStore(
        subscribe,
        () => stored.read() === id,
        () => false,
      ),
  };
}
