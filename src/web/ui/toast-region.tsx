import { useHotkeys } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import { useRef, useState } from 'react';

const stayFor = 5000;
const mostVisible = 3;

/** Where toasts appear: three at a time, 5 s each, waiting while pointed at or focused. Alt+T moves the focus here. */
export function ToastRegion() {
  const region = useRef<HTMLElement>(null);
  const [focused, setFocused] = useState(false);
  useHotkeys([['alt+T', () => region.current?.focus()]], []);
  return (
    <section
      ref={region}
      aria-label="Notifications"
      aria-live="polite"
      tabIndex={-1}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <Notifications
        withinPortal={false}
        position="bottom-right"
        limit={mostVisible}
        autoClose={focused ? false : stayFor}
      />
    </section>
  );
}
