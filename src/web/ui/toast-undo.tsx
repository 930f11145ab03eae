import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { MouseEvent } from 'react';
import { i18n } from '../i18n/i18n.ts';

/** Says that something was done, and takes it back at a touch for as long as the toast stands. */
export function toastUndo({
  title,
  message = '',
  undoLabel,
  color = 'green',
  onUndo,
}: {
  title: string;
  message?: string;
  undoLabel: string;
  color?: string;
  onUndo: () => void;
}): void {
  const undo = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    // The focus must not vanish with the button: toasts wait as long as one of them has it.
    currentTarget.blur();
    notifications.hide(id);
    onUndo();
  };
  const id = notifications.show({
    color,
    title,
    closeButtonProps: { 'aria-label': i18n.t('dialog.close', { ns: 'shell' }) },
    message: (
      <Group justify="space-between" gap="xs" wrap="nowrap">
        {message && (
          <Text size="sm" lineClamp={1} flex={1}>
            {message}
          </Text>
        )}
        <Button size="sm" variant="default" onClick={undo}>
          {undoLabel}
        </Button>
      </Group>
    ),
  });
}
