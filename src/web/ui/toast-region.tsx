import { useHotkeys, useWindowEvent } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import { useRef } from 'react';
import { closePassingToasts } from './toast.ts';

const stayFor = 5000;
const mostVisible = 3;

/**
 * Where toasts appear: three at a time, 5 s each. A toast does not close while it is hovered or focused;
 * Alt+T moves the focus here. On a touch screen, where they lie over the page, the first touch closes those without a
 * button of their own, and none is hovered: a finger that has left leaves a mouse behind that never moves away.
 */
export function ToastRegion() {
  const region = useRef<HTMLElement>(null);
  useHotkeys([['alt+T', () => region.current?.focus()]], []);
  useWindowEvent('pointerdown', ({ pointerType }) => {
    if (pointerType === 'touch') closePassingToasts();
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
    <section ref={region} aria-label="Notifications" aria-live="polite" tabIndex={-1}>
      <Notifications
        className="toasts"
        withinPortal={false}
        position="bottom-right"
        limit={mostVisible}
        autoClose={stayFor}
      />
    </section>
  );
}
