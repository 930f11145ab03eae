import { useLayoutEffect } from 'react';

/** How many dialogs are about to open; one inside another hands over within one drawing. */
let waiting = 0;

/** Draws the shade that lies behind a dialog (global.css) before the dialog itself is there. */
export function useShade(isWaiting: boolean): void {
  useLayoutEffect(() => {
    if (!isWaiting) return undefined;
    count(1);
    return () => count(-1);
  }, [isWaiting]);
}

function count(change: 1 | -1): void {
  waiting += change;
  document.documentElement.toggleAttribute('data-shaded', waiting > 0);
}
