import type { DrawerProps } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Drawer } from '../overlays/lazy-dialog.tsx';

type Props = Pick<
  DrawerProps,
  'opened' | 'title' | 'size' | 'children' | 'onClose' | 'onExitTransitionEnd'
> & {
  /** What it shows is one form, and Escape and a tap outside do not close it. */
  holdsForm?: boolean;
};

/**
 * A drawer at the right side. Escape closes what lies on top: a dialog over the drawer first, then the drawer. Neither
 * Escape nor a tap outside throws away what was typed in a form of it.
 */
export function SideDrawer({ opened, onClose, holdsForm = false, onExitTransitionEnd, ...drawer }: Props) {
  const { t } = useTranslation('shell');
  const root = useRef<HTMLDivElement>(null);
  const [isTyped, setTyped] = useState(false);
  const isSent = useRef(false);
  const queryClient = useQueryClient();
  const keeps = holdsForm || isTyped;
  // What was typed and is being saved is kept until it is: a form that fails to be saved is not lost.
  useEffect(
    () =>
      queryClient.getMutationCache().subscribe((event) => {
        if (!isSent.current || event.type !== 'updated' || event.action.type !== 'success') return;
        isSent.current = false;
        setTyped(false);
      }),
    [queryClient],
  );
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing || keeps || isTakenByMenu(event)) return;
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
      closeOnClickOutside={!keeps}
      onExitTransitionEnd={() => {
        setTyped(false);
        onExitTransitionEnd?.();
      }}
      closeButtonProps={{ 'aria-label': t('dialog.close') }}
      // The forms of dialogs that open from the drawer bubble here too, and are not in it.
      onInput={({ currentTarget, target }) => {
        if (!(target instanceof Element && target.closest('form') && currentTarget.contains(target))) return;
        isSent.current = false;
        setTyped(true);
      }}
      onSubmit={({ currentTarget, target }) => {
        if (target instanceof Element && currentTarget.contains(target)) isSent.current = true;
      }}
    />
  );
}

/** True where the key closes an open menu or list of options, which Mantine marks on the focused element. */
function isTakenByMenu({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true';
}
