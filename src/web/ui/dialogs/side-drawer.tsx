import type { DrawerProps } from '@mantine/core';
import { useEffect, useEffectEvent, useRef } from 'react';
import { isOnTop } from '../overlays/is-on-top.ts';
import { Drawer } from '../overlays/lazy-dialog.tsx';
import { useTyped } from '../overlays/use-typed.ts';
import { AskBeforeLeaving } from './ask-before-leaving.tsx';

type Props = Pick<
  DrawerProps,
  'opened' | 'title' | 'size' | 'children' | 'onClose' | 'onExitTransitionEnd'
> & {
  /**
   * What it shows is one form. Escape and a tap outside do not close it, and once something is typed, another address,
   * by going back say, is asked about first.
   */
  holdsForm?: boolean;
  /** The address says that it is open, so that the way back closes it already. */
  hasAddress?: boolean;
};

/**
 * A drawer at the right side. Escape closes what lies on top: a dialog over the drawer first, then the drawer. Neither
 * Escape nor a tap outside throws away what was typed in a form of it, and closing the tab asks first.
 */
export function SideDrawer({
  opened,
  onClose,
  holdsForm = false,
  hasAddress = false,
  onExitTransitionEnd,
  ...drawer
}: Props) {
  const root = useRef<HTMLDivElement>(null);
  const { isTyped, forget, watch } = useTyped(isInForm);
  const keeps = holdsForm || isTyped;
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing || keeps || isTakenByMenu(event)) return;
    if (isOnTop(root.current)) onClose();
  });
  // Mantine's own Escape would close the drawer together with the dialog over it. This listener is added before that of
  // the dialog, so it still finds the dialog that the same key closes.
  useEffect(() => {
    if (!opened) return undefined;
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [opened]);
  // The next form in it begins with nothing typed.
  const forgetForm = useEffectEvent(forget);
  useEffect(() => {
    if (!holdsForm) forgetForm();
  }, [holdsForm]);
  return (
    <>
      <Drawer
        {...drawer}
        {...watch}
        ref={root}
        opened={opened}
        onClose={onClose}
        position="right"
        closeOnEscape={false}
        closeOnClickOutside={!keeps}
        takesWayBack={!hasAddress && !keeps}
        onExitTransitionEnd={() => {
          forget();
          onExitTransitionEnd?.();
        }}
      />
      {(holdsForm || isTyped) && <AskBeforeLeaving active={opened && isTyped} onlyBack={!holdsForm} />}
    </>
  );
}

/** A drawer also has fields that find and filter, in which nothing is lost. */
const isInForm = (field: Element) => field.closest('form') !== null;

/** True where the key closes an open menu or list of options, which Mantine marks on the focused element. */
function isTakenByMenu({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true';
}
