import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import {
  IconCalendarOff,
  IconCopy,
  IconPencil,
  IconTrash,
  IconUserQuestion,
  IconUserShare,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { textOfRefusal } from '#web/i18n/refusal-text.ts';
import { changeRefusals, type ManagedClass } from '../../contract.ts';

/** What an organiser can do with a class. */
export type Act = 'editing' | 'repairing' | 'handing-over' | 'cancelling' | 'deleting';

/** The buttons that edit, duplicate, hand over, cancel and delete a class, as far as each is allowed. */
export function ClassActions({ liveClass, onDo }: { liveClass: ManagedClass; onDo: (what: Act) => void }) {
  const { t } = useTranslation('classes');
  const { change, cancel, remove, handOver } = liveClass.allowed;
  // An organiser who looks for the delete button reads that they can cancel instead.
  const mustCancel = remove === changeRefusals.hasPayments.code && cancel === null;
  return (
    <Stack gap="xs">
      {liveClass.lacksTeacher && handOver === null && (
        <Alert color="orange" icon={<IconUserQuestion aria-hidden />}>
          {t('handOver.lacking')}
        </Alert>
      )}
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
        <Button
          component={Link}
          to={`?new=&copy=${liveClass.id}`}
          size="sm"
          variant="default"
          leftSection={<IconCopy size="1.25rem" aria-hidden />}
        >
          {t('copy.open')}
        </Button>
        {handOver === null && (
          <Button
            size="sm"
            {...(liveClass.lacksTeacher ? { color: 'live' } : { variant: 'default' })}
            leftSection={<IconUserShare size="1.25rem" aria-hidden />}
            onClick={() => onDo('handing-over')}
          >
            {t('handOver.open')}
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
