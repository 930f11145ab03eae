import { useHotkeys, useWindowEvent } from '@mantine/hooks';
import { Notifications, notifications } from '@mantine/notifications';
import { useRef, useState } from 'react';
import { passingToasts } from './passing-toasts.ts';

const stayFor = 5000;
const mostVisible = 3;

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
  const seeFocus = ({ target }: Event) => setFocused(region.current?.contains(target as Node) ?? false);
  useWindowEvent('focusin', seeFocus);
  useWindowEvent('pointerdown', (event) => {
    seeFocus(event);
    if (event.pointerType === 'touch') closePassingToasts();
  });
  const notHovered = (event: MouseEvent) => {
    const over = [event.target, event.relatedTarget].some((it) =>
      region.current?.contains(it as Node | null),
    );
    if (over && matchMedia('(hover: none)').matches) event.stopPropagation();
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

/** Closes the toasts that a person has nothing to do in, so that they lie over no button. */
function closePassingToasts(): void {
  for (const id of passingToasts) notifications.hide(id);
  passingToasts.clear();
}
