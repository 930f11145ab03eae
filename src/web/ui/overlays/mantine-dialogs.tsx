// Fetched by lazy-dialog.tsx.
import {
  type DrawerProps,
  Drawer as MantineDrawer,
  Modal as MantineModal,
  type ModalProps,
} from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { type Ref, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { useDialogFocus } from './use-dialog-focus.ts';
import { useTyped } from './use-typed.ts';

/**
 * Mantine's modal. Escape, a tap outside and the way back of a phone close it, and none of them throws away what was
 * typed in it. While one of its buttons is `loading`, nothing but the outcome closes it: the person would not be told
 * the outcome.
 */
export function Modal({
  opened,
  onClose,
  closeOnEscape = true,
  closeOnClickOutside = true,
  onExitTransitionEnd,
  closeButtonProps,
  ...modal
}: ModalProps) {
  const root = useRef<HTMLDivElement>(null);
  useDialogFocus(opened, root);
  const { isTyped, forget, watch } = useTyped(isInput);
  const { t } = useTranslation('shell');
  const close = () => {
    if (!root.current?.querySelector('button[data-loading]')) onClose();
  };
  return (
    <>
      <MantineModal
        returnFocus={false}
        {...modal}
        {...watch}
        closeButtonProps={{ 'aria-label': t('dialog.close'), ...closeButtonProps }}
        ref={root}
        opened={opened}
        onClose={close}
        closeOnEscape={closeOnEscape && !isTyped}
        closeOnClickOutside={closeOnClickOutside && !isTyped}
        onExitTransitionEnd={() => {
          forget();
          onExitTransitionEnd?.();
        }}
      />
      {opened && (closeOnEscape || isTyped) && <TakeWayBack onBack={isTyped ? null : close} />}
    </>
  );
}

/**
 * Has the way back stay on the page. Only while it is needed: the router asks the last blocker alone, which may be that
 * of the page behind.
 */
function TakeWayBack({ onBack }: { onBack: (() => void) | null }) {
  const { state, reset } = useBlocker(({ historyAction }) => historyAction === 'POP');
  const takeBack = useEffectEvent(() => onBack?.());
  useEffect(() => {
    if (state !== 'blocked') return;
    reset();
    takeBack();
  }, [state, reset]);
  return null;
}

/** A switch acts at once, and leaves nothing to lose. */
const isInput = (field: Element) => !field.matches('[role="switch"]');

/** Mantine's drawer. The way back of a phone closes one that `takesWayBack`, and stays on the page. */
export function Drawer({
  ref,
  takesWayBack = false,
  closeButtonProps,
  ...drawer
}: DrawerProps & { ref?: Ref<HTMLDivElement>; takesWayBack?: boolean }) {
  const root = useRef<HTMLDivElement>(null);
  useDialogFocus(drawer.opened, root);
  const { t } = useTranslation('shell');
  return (
    <>
      <MantineDrawer
        returnFocus={false}
        {...drawer}
        closeButtonProps={{ 'aria-label': t('dialog.close'), ...closeButtonProps }}
        ref={useMergedRef(root, ref)}
      />
      {drawer.opened && takesWayBack && <TakeWayBack onBack={drawer.onClose} />}
    </>
  );
}
