import { useLayoutEffect, useRef } from 'react';

/** What each key does; several keys may do the same. Names as in `KeyboardEvent.key`, letters in lower case. */
export type KeyActions = Record<string, (() => void) | undefined>;

/**
 * Handles shortcut keys while `on`. Ignores keys in a field, behind an open dialog, with a modifier, and space and
 * Enter on a button or link. Letters act where the focus is in the page's content or nowhere: who types in the menu's
 * sight means no video. A key that is held acts once, or again and again where `repeats`.
 */
export function useFeedKeys(actions: KeyActions, { on = true, repeats = false } = {}): void {
  const current = useRef(actions);
  // In the same task as the video that comes to the front: a key that is pressed at once is for it.
  useLayoutEffect(() => {
    current.current = actions;
  });
  useLayoutEffect(() => {
    if (!on) return;
    const press = (event: KeyboardEvent) => {
      const act = current.current[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!act || isTaken(event)) return;
      event.preventDefault();
      if (repeats || !event.repeat) act();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [on, repeats]);
}

function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  const target = event.target instanceof Element ? event.target : null;
  if (
    target?.closest(
      'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"]',
    )
  ) {
    return true;
  }
  // A caption that is longer than its place scrolls by the same keys, at 400 % with the slide around it.
  const scrolls = (it: Element | null) => it !== null && it.scrollHeight > it.clientHeight;
  if (target?.matches('[data-whole]') && (scrolls(target) || scrolls(target.closest('article')))) return true;
  if (event.key.length === 1 && event.key !== ' ' && target !== document.body && !target?.closest('main'))
    return true;
  return event.key === ' ' && target?.closest('button, a, summary') !== null;
}
