import { Button, Group, Stack, Text } from '@mantine/core';
import { IconCalendarOff, IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { textOfRefusal } from '#web/i18n/refusal-text.ts';
import { changeRefusals, type ManagedClass } from '../../contract.ts';

/** Changing, cancelling and deleting a class, as far as each is possible. */
export function ClassActions({
  liveClass,
  onDo,
}: {
  liveClass: ManagedClass;
  onDo: (what: 'editing' | 'cancelling' | 'deleting') => void;
}) {
  const { t } = useTranslation('classes');
  const { change, cancel, remove } = liveClass.allowed;
  // Whoever would delete it is told that cancelling is what there is to do.
  const mustCancel = remove === changeRefusals.hasPayments.code && cancel === null;
  return (
    <Stack gap="xs">
      <Group gap="xs">
        {change === null && (
          <Button
            size="sm"
            color="live"
            leftSection={<IconPencil size="1.25rem" aria-hidden />}
            onClick={() => onDo('editing')}
          >
            {t('edit.open')}
          </Button>
        )}
        {cancel === null && (
          <Button
            size="sm"
            variant="default"
            leftSection={<IconCalendarOff size="1.25rem" aria-hidden />}
            onClick={() => onDo('cancelling')}
          >
            {t('cancel.open')}
          </Button>
        )}
        {remove === null && (
          <Button
            size="sm"
            color="red"
            variant="light"
            leftSection={<IconTrash size="1.25rem" aria-hidden />}
            onClick={() => onDo('deleting')}
          >
            {t('delete.open')}
          </Button>
        )}
      </Group>
      {mustCancel && (
        <Text size="sm" c="dimmed">
          {textOfRefusal(remove)}
        </Text>
      )}
    </Stack>
  );
}
