import type { DrawerProps } from '@mantine/core';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Drawer } from '../overlays/late-dialog.tsx';

type Props = Pick<
  DrawerProps,
  'opened' | 'title' | 'size' | 'children' | 'onClose' | 'onExitTransitionEnd'
> & {
  /** While a form in the drawer is being filled in, Escape and a tap outside do not close it. */
  holdsForm?: boolean;
};

/** A drawer at the right side. Escape closes what lies on top: a dialog over the drawer first, then the drawer. */
export function SideDrawer({ opened, onClose, holdsForm = false, ...drawer }: Props) {
  const { t } = useTranslation('shell');
  const root = useRef<HTMLDivElement>(null);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing || holdsForm || isTakenByMenu(event)) return;
    const top = [...document.querySelectorAll('[role="dialog"]')].at(-1);
    if (root.current?.contains(top ?? null)) onClose();
  });
  // Mantine's own Escape would close the drawer together with the dialog over it. This listener is added before that of
  // the dialog, so it still finds the dialog that the same key closes.
  useEffect(() => {
    if (!opened) return undefined;
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [opened]);
  return (
    <Drawer
      {...drawer}
      ref={root}
      opened={opened}
      onClose={onClose}
      position="right"
      closeOnEscape={false}
      closeOnClickOutside={!holdsForm}
      closeButtonProps={{ 'aria-label': t('dialog.close') }}
    />
  );
}

/** True where the key closes an open menu or list of options, which Mantine marks on the focused element. */
function isTakenByMenu({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true';
}
