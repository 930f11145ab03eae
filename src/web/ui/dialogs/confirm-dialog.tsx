import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Asks before something that cannot be taken back. `busy` while it is being done. */
export function ConfirmDialog({
  opened,
  title,
  text,
  confirmLabel,
  dismissLabel,
  danger = false,
  busy = false,
  children,
  onConfirm,
  onClose,
}: {
  opened: boolean;
  title: string;
  text?: ReactNode;
  confirmLabel: string;
  /** Where "Cancelar" would be the very thing that is asked. */
  dismissLabel?: string;
  danger?: boolean;
  busy?: boolean;
  /** What has to be filled in first: a reason, say. */
  children?: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('shell');
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': t('dialog.close') }}
    >
      <Stack>
        {text && <Text>{text}</Text>}
        {children}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={busy}>
            {dismissLabel ?? t('dialog.cancel')}
          </Button>
          <Button color={danger ? 'red' : 'brand'} loading={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
