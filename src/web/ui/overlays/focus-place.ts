/** Where an element stands: what it is in, from the innermost, and at which position within each. */
export type Place = { within: Element; at: number }[];

export function placeOf(element: Element): Place {
  const within = element.parentElement;
  return within ? [{ within, at: [...within.children].indexOf(element) }, ...placeOf(within)] : [];
}

/**
 * Moves the focus, if it is lost, to the place of an element that these changes took out of the page. It is left alone
 * on the way to another page, which takes the title out too.
 */
export function focusFormerPlace(gone: Element, changes: readonly MutationRecord[]): void {
  if (document.activeElement !== document.body) return;
  for (const { removedNodes, target, previousSibling } of changes) {
    const part = [...removedNodes].find((node) => node.contains(gone));
    if (!(part instanceof Element && target instanceof Element) || part.querySelector('h1')) continue;
    // A step of a dialog went, with its fields.
    if (
      target.closest('[role="dialog"]') &&
      changes.some((other) => other.target === target && hadField(other))
    )
      continue;
    const nodes: (Node | null)[] = [...target.childNodes];
    const before = nodes.slice(0, nodes.indexOf(previousSibling) + 1);
    focusPlace([
      { within: target, at: before.filter((node) => node instanceof Element).length },
      ...placeOf(target),
    ]);
  }
}

const hadField = ({ removedNodes }: MutationRecord) =>
  [...removedNodes].some((node) => node instanceof Element && node.querySelector('input, textarea'));

/** A part of the page that is about one thing. */
const onePart = 'li, article, section, form, fieldset, tr, [role="tabpanel"], [role="dialog"], main';
/** No field: a phone would open its keys. */
const pressed =
  'a[href], button:not(:disabled), summary, [tabindex="0"], :is([type="checkbox"], [type="radio"]):not(:disabled)';

const dialogBody = '.mantine-Modal-body, .mantine-Drawer-body, [role="dialog"]';
/** What has more in it than a button is read as a whole. */
const isPart = (element: Element | null | undefined) =>
  element?.querySelector('h1, h2, h3, h4, textarea, input:not([type="checkbox"], [type="radio"])');

/**
 * Moves the focus to what stands now where an element stood that is gone: a button in its place, else the next one in
 * the same part of the page, else the one before. Where the part has none, or another part came in its place, that
 * part itself has it, and a screen reader reads it. `useDialogFocus` takes care of a dialog's steps.
 */
export function focusPlace(place: Place): void {
  const left = place.filter(({ within }) => within.isConnected);
  const isIn = (part: string) => left[0]?.within.closest(part) ?? null;
  const isInDialog = isIn('[role="dialog"]') !== null;
  // Menus, toasts and bars look after their focus themselves.
  if (!isInDialog && !isIn('main')) return;
  if (isInDialog && left[0]?.within.matches(dialogBody)) return;
  for (const { within, at } of left) {
    // The row before, where the last row of a list left.
    const here = within.children[at] ?? (within.matches('ul, ol') ? within.lastElementChild : null);
    const next = isPart(here) ? undefined : findPressed(within, at);
    const part = isPart(here) ? here : within.matches(onePart) ? within : undefined;
    if (next) next.focus({ preventScroll: true });
    else if (part && !isInDialog) focusPart(part);
    if (next || part) return;
  }
}

function findPressed(within: Element, at: number): HTMLElement | undefined {
  const parts = [...within.children];
  const before = parts.slice(0, at).reverse();
  for (const part of [...parts.slice(at), ...before]) {
    const all = [part, ...part.querySelectorAll(pressed)].filter(
      (it): it is HTMLElement =>
        it instanceof HTMLElement && it.matches(pressed) && it.getClientRects().length > 0,
    );
    const nearest = before.includes(part) ? all.at(-1) : all[0];
    if (nearest) return nearest;
  }
  return undefined;
}

function focusPart(part: Element): void {
  if (!(part instanceof HTMLElement)) return;
  if (!part.hasAttribute('tabindex')) {
    part.tabIndex = -1;
    part.addEventListener('blur', () => part.removeAttribute('tabindex'), { once: true });
  }
  part.focus({ preventScroll: true });
}
