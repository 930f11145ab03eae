import { useState } from 'react';

/** Whether somebody has put a notice away in this browser, and how to. */
export function useDismissed(key: string): [boolean, () => void] {
  const [dismissed, setDismissed] = useState(() => {
    try {
      return localStorage.getItem(key) === '1';
    } catch {
      return false;
    }
  });
  return [
    dismissed,
    () => {
      setDismissed(true);
      try {
        localStorage.setItem(key, '1');
      } catch {
        // It comes back on the next visit.
      }
    },
  ];
}
