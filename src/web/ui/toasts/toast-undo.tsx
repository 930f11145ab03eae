import { Button, Group, type MantineColor, Text } from '@mantine/core';
import { newKey } from '../../api/new-key.ts';
import { toasts } from './toast.ts';

/** A toast of success with a button that undoes the action while it is shown. */
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
  color?: MantineColor;
  onUndo: () => void;
}): void {
  const id = newKey();
  const undo = () => {
    void toasts().then(({ hideToast }) => hideToast(id));
    onUndo();
  };
  const toast = {
    id,
    color,
    title,
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
  };
  void toasts().then(({ showToast }) => showToast(toast, { words: null, reason: null, passes: false }));
}
