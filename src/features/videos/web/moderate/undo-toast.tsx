import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { i18n } from '#web/i18n/i18n.ts';

/** Says that something was done, and for as long as that stands takes it back at a touch. */
export function toastUndo(title: string, onUndo: () => void): void {
  const id = notifications.show({
    title,
    color: 'green',
    message: (
      <Button
        size="sm"
        variant="default"
        mt="xs"
        onClick={() => {
          notifications.hide(id);
          onUndo();
        }}
      >
        {i18n.t('moderation.undo', { ns: 'videos' })}
      </Button>
    ),
    closeButtonProps: { 'aria-label': i18n.t('dialog.close', { ns: 'shell' }) },
  });
}
