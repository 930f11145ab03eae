import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { focusFormerPlace, focusPlace, type Place, placeOf } from './focus-place.ts';
import { isOnTop } from './is-on-top.ts';
import { lastFocused } from './last-focused.ts';

/**
 * Where the focus is while a dialog is open, and after. `root` has the dialog in it.
 *
 * Mantine sets it once, when the dialog opens, and gives it back where `opened` becomes false. A dialog that is
 * unmounted instead, a next step and a button that becomes disabled would leave it on no element: the Tab key would
 * begin anywhere, and a screen reader would read nothing.
 */
export function useDialogFocus(opened: boolean, root: RefObject<HTMLElement | null>): void {
  const opener = useRef<HTMLElement>(null);
  const place = useRef<Place>([]);
  // On a busy device Mantine has moved the focus into the dialog by the time an effect after drawing runs.
  useLayoutEffect(() => {
    if (!opened) return;
    opener.current = findOpener();
    place.current = opener.current ? placeOf(opener.current) : [];
  }, [opened]);
  useEffect(() => {
    const here = root.current;
    if (!opened || !here) return undefined;
    const leave = keepFocus(here);
    return () => {
      leave();
      // Another element that has it was given it on purpose.
      if (!isNowhere() && !here.contains(document.activeElement)) return;
      if (opener.current) giveBack(opener.current, place.current);
    };
  }, [opened, root]);
}

/**
 * The button that opened the dialog is disabled while what the dialog began is under way, and takes no focus; it gets
 * it once it is not. Where another one has replaced it by then, that one does. Not if the focus is elsewhere by then.
 */
function giveBack(opener: HTMLElement, place: Place): void {
  const isDone = () => {
    if (opener.isConnected) opener.focus({ preventScroll: true });
    else focusPlace(place);
    return !opener.isConnected || document.activeElement === opener;
  };
  if (isDone()) return;
  const changes = new MutationObserver(() => {
    if (!isNowhere() || isDone()) changes.disconnect();
  });
  changes.observe(document, { childList: true, subtree: true, attributeFilter: ['disabled'] });
}

/** The element that opens the dialog; for an item of a menu the menu's button, because the item goes. */
function findOpener(): HTMLElement | null {
  const element = isNowhere() ? lastFocused() : document.activeElement;
  const button = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const opener = button ? document.getElementById(button) : element;
  return opener instanceof HTMLElement ? opener : null;
}

/** A focused element that was disabled still has the focus, until the browser draws the next picture. */
function isNowhere(): boolean {
  const element = document.activeElement;
  return element === null || element === document.body || element.matches(':disabled');
}

/**
 * Moves a lost focus: to the field that asks for it, where what had it is gone, as with a step before; back to what was
 * disabled, once it is not; and until then to the dialog itself, which a screen reader reads from its title on. Not to
 * the field in the meantime: a list of options would open over the button.
 */
function keepFocus(root: HTMLElement): () => void {
  let last: HTMLElement | null = null;
  /** Whether the dialog has the focus because it was lost, and not because a person pressed on it. */
  let isHeld = false;
  const seeFocus = ({ target }: FocusEvent) => {
    isHeld = false;
    if (target instanceof HTMLElement && !target.matches('[role="dialog"]')) last = target;
  };
  const seeChange = (changes: MutationRecord[]) => {
    if (!(isHeld || isNowhere()) || !isOnTop(root)) return;
    const isThere = last !== null && root.contains(last);
    if (last && !isThere && !isHeld) {
      focusFormerPlace(last, changes);
      if (!isNowhere()) return;
    }
    const next = isThere ? last : root.querySelector<HTMLElement>('[data-autofocus]');
    if (next && !next.matches(':disabled')) {
      // From what is still there the person took it, by a press beside it or with the keys of a phone.
      if (isHeld || !isThere) next.focus();
    } else if (!isHeld) {
      root.querySelector<HTMLElement>('[role="dialog"]')?.focus({ preventScroll: true });
      isHeld = true;
    }
  };
  const changes = new MutationObserver(seeChange);
  changes.observe(root, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  root.addEventListener('focusin', seeFocus);
  return () => {
    changes.disconnect();
    root.removeEventListener('focusin', seeFocus);
  };
}
