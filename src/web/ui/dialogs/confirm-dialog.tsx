import { Button, Stack, Text } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { focusFirstFault } from '../forms/focus-first-fault.ts';
import { Modal } from '../overlays/lazy-dialog.tsx';
import { DialogActs } from './dialog-acts.tsx';

/** Asks before an action that cannot be undone. `busy` while the action runs. */
export function ConfirmDialog({
  opened,
  title,
  text,
  confirmLabel,
  dismissLabel,
  danger = false,
  busy = false,
  canConfirm = true,
  closeOnEscape = true,
  children,
  onConfirm,
  onClose,
}: {
  opened: boolean;
  title: string;
  text?: ReactNode;
  confirmLabel: string;
  /** The label of the button that closes the dialog, where "Cancelar" would name the action itself. */
  dismissLabel?: string | undefined;
  danger?: boolean;
  busy?: boolean;
  /** False until what `children` ask for is filled in. */
  canConfirm?: boolean | undefined;
  /** Whether Escape and the way back close it; false where it is about the way back itself. */
  closeOnEscape?: boolean;
  /** What has to be filled in first: a reason, say. */
  children?: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('shell');
  function confirm({ currentTarget }: MouseEvent<HTMLElement>) {
    const dialog = currentTarget.closest('[role="dialog"]');
    onConfirm();
    // Where a required answer is missing, it stays open.
    if (dialog) requestAnimationFrame(() => focusFirstFault(dialog));
  }
  return (
    <Modal opened={opened} onClose={onClose} title={title} closeOnEscape={closeOnEscape}>
      <Stack>
        {text && <Text>{text}</Text>}
        {children}
        <DialogActs>
          <Button variant="default" onClick={onClose} disabled={busy}>
            {dismissLabel ?? t('dialog.cancel')}
          </Button>
          <Button color={danger ? 'red' : 'brand'} loading={busy} disabled={!canConfirm} onClick={confirm}>
            {confirmLabel}
          </Button>
        </DialogActs>
      </Stack>
    </Modal>
  );
}
