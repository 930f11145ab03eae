import { useHotkeys, useWindowEvent } from '@mantine/hooks';
import { type NotificationData, Notifications, notifications } from '@mantine/notifications';
import { useRef, useState } from 'react';
import { newKey } from '../../api/new-key.ts';
import { i18n } from '../../i18n/i18n.ts';

const stayFor = 5000;
const mostVisible = 3;

/** A toast that is shown, or waits for its place. */
type ShownToast = {
  /** Its colour and its words, by which another is the same; null where each undoes something else. */
  words: string | null;
  /** Why what the person did failed, of a toast that goes by itself; else null. */
  reason: string | null;
  /** It has no button of its own: the next touch closes it. */
  passes: boolean;
  /** The person has pressed something since: a success that follows is about that, and a failure before it is past. */
  isSeen: boolean;
};

/** What had the focus before it came to the toasts. */
let focusedBefore: Element | null = null;

/** By id. */
const shownToasts = new Map<string, ShownToast>();

/**
 * Where toasts appear: three at a time, 5 s each. A toast does not close while it is hovered or focused;
 * Alt+T moves the focus here. On a touch screen, where they lie over the page, the first touch closes those without a
 * button of their own, and none is hovered: a finger that has left leaves a mouse behind that never moves away.
 */
export function ToastRegion() {
  const region = useRef<HTMLElement>(null);
  const [focused, setFocused] = useState(false);
  useHotkeys([['alt+T', () => region.current?.focus()]], []);
  // Not the blur of the region alone: a toast that is closed by its button takes the focus along without an event.
  const isWithin = (target: EventTarget | null) => region.current?.contains(target as Node | null) ?? false;
  const seeFocus = ({ target }: Event) => setFocused(isWithin(target));
  useWindowEvent('focusin', (event) => {
    seeFocus(event);
    if (isWithin(event.target) && !isWithin(event.relatedTarget))
      focusedBefore = event.relatedTarget as Element | null;
  });
  useWindowEvent('pointerdown', (event) => {
    seeFocus(event);
    seePress();
    if (event.pointerType === 'touch') closePassingToasts();
  });
  useWindowEvent(
    'keydown',
    ({ key }) => {
      if (key === 'Enter' || key === ' ') seePress();
    },
    { capture: true },
  );
  const notHovered = (event: MouseEvent) => {
    if ([event.target, event.relatedTarget].some(isWithin) && matchMedia('(hover: none)').matches)
      event.stopPropagation();
  };
  useWindowEvent('mouseover', notHovered, { capture: true });
  useWindowEvent('mouseout', notHovered, { capture: true });
  return (
    <section
      ref={region}
      aria-label="Notifications"
      aria-live="polite"
      tabIndex={-1}
      onBlur={() => setFocused(false)}
    >
      <Notifications
        className="toasts"
        withinPortal={false}
        position="bottom-right"
        limit={mostVisible}
        autoClose={focused ? false : stayFor}
      />
    </section>
  );
}

function seePress(): void {
  for (const toast of shownToasts.values()) toast.isSeen = true;
}

/** Closes the toasts that a person has nothing to do in, so that they lie over no button. */
function closePassingToasts(): void {
  for (const [id, { passes }] of shownToasts) if (passes) notifications.hide(id);
}

/**
 * Shows it in place of one with the same words, which would only stand there twice. `ofRead`: a page could not read
 * something by itself, which is told only where no toast of what the person did gives the reason already.
 */
export function showToast(
  toast: NotificationData,
  { ofRead = false, words, reason, passes }: Omit<ShownToast, 'isSeen'> & { ofRead?: boolean },
): void {
  const others = [...shownToasts];
  if (ofRead && others.some(([, other]) => other.reason === reason)) return;
  for (const [id, other] of others) {
    const isPast = toast.color === 'green' && other.reason !== null && other.isSeen;
    if (isPast || (words !== null && other.words === words)) notifications.hide(id);
  }
  const id = toast.id ?? newKey();
  shownToasts.set(id, { words, reason: ofRead ? null : reason, passes, isSeen: false });
  notifications.show({
    // Mantine's own, `alert`, interrupts a screen reader: failures alone do, which say so.
    role: 'status',
    ...toast,
    id,
    onClose: () => shownToasts.delete(id),
    closeButtonProps: { 'aria-label': i18n.t('dialog.close', { ns: 'shell' }), onClick: leaveToasts },
  });
}

export function hideToast(id: string): void {
  leaveToasts();
  notifications.hide(id);
}

/**
 * Gives the focus back before a toast goes with the button that has it. A browser would leave it on no element, and the
 * other toasts would stay while it is among them.
 */
function leaveToasts(): void {
  // Safari does not focus a button that is pressed with a mouse.
  if (!document.activeElement?.closest('.toasts')) return;
  const place = focusedBefore;
  focusedBefore = null;
  if (place instanceof HTMLElement) place.focus({ preventScroll: true });
  if (!place?.isConnected || document.activeElement !== place)
    document.getElementById('main')?.focus({ preventScroll: true });
}
