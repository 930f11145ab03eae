import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/**
 * Asks before something is cancelled. The product's other questions are left by "Cancelar", which here would be
 * the very thing that is asked.
 */
export function AskDialog({
  opened,
  title,
  text,
  yes,
  no,
  busy,
  children,
  onYes,
  onNo,
}: {
  opened: boolean;
  title: string;
  text: ReactNode;
  yes: string;
  no: string;
  busy: boolean;
  /** What has to be filled in first. */
  children?: ReactNode;
  onYes: () => void;
  onNo: () => void;
}) {
  const { t } = useTranslation('shell');
  return (
    <Modal
      opened={opened}
      onClose={onNo}
      title={title}
      closeButtonProps={{ 'aria-label': t('dialog.close') }}
    >
      <Stack>
        <Text>{text}</Text>
        {children}
        <Group justify="flex-end">
          <Button variant="default" onClick={onNo} disabled={busy}>
            {no}
          </Button>
          <Button color="red" loading={busy} onClick={onYes}>
            {yes}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
