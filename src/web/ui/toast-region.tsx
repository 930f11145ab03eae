import { useHotkeys } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import { useRef } from 'react';

const stayFor = 5000;
const mostVisible = 3;

/**
 * Where toasts appear: three at a time, 5 s each. The component itself waits while one is pointed at or focused;
 * Alt+T moves the focus here.
 */
export function ToastRegion() {
  const region = useRef<HTMLElement>(null);
  useHotkeys([['alt+T', () => region.current?.focus()]], []);
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
