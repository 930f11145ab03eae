import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconCopy, IconPencil, IconUserQuestion, IconUserShare, IconVideo } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { textOfRefusal } from '#web/i18n/refusal-text.ts';
import { changeRefusals, type ManagedClass } from '../../contract.ts';
import { type Act, ClassMenu } from './class-menu.tsx';

/**
 * The buttons of a class for its organiser, as far as each is allowed. One of them is filled: a teacher for a class
 * that lacks one, its room once students are let in, else editing. What cannot be taken back is in the menu.
 */
export function ClassActions({
  liveClass,
  isOpen,
  onDo,
}: {
  liveClass: ManagedClass;
  /** Whether students can be in its room now. */
  isOpen: boolean;
  onDo: (what: Act) => void;
}) {
  const { t } = useTranslation('classes');
  const [address] = useSearchParams();
  const { change, cancel, delete: deleteRefusal, handOver } = liveClass.allowed;
  // An organiser who looks for the delete button reads that they can cancel instead.
  const mustCancel = deleteRefusal === changeRefusals.hasPayments.code && cancel === null;
  const lacksTeacher = liveClass.lacksTeacher && handOver === null;
  // It ended without one: its students get their money back only where an organiser cancels it.
  const isOver = handOver === changeRefusals.alreadyOver.code;
  const endedWithout = liveClass.lacksTeacher && isOver && cancel === null && liveClass.seatsTaken > 0;
  const { offer } = liveClass;
  const room = isOpen && !lacksTeacher ? liveClass.meetLink : null;
  return (
    <Stack gap="xs">
      {(lacksTeacher || endedWithout) && (
        <Alert color="cup" icon={<IconUserQuestion aria-hidden />}>
          {t(lacksTeacher ? 'handOver.lacking' : 'handOver.endedWithout')}
        </Alert>
      )}
      <Group gap="xs">
        {lacksTeacher && (
          <Button
            size="sm"
            color="live"
            leftSection={<IconUserShare size="1.25rem" aria-hidden />}
            onClick={() => onDo('handing-over')}
          >
            {t('handOver.open')}
          </Button>
        )}
        {room && (
          <Button
            component="a"
            href={room}
            target="_blank"
            rel="noopener noreferrer"
            size="sm"
            color="live"
            leftSection={<IconVideo size="1.25rem" aria-hidden />}
          >
            {t('desk.enter')}
          </Button>
        )}
        {change === null && (
          <Button
            size="sm"
            {...(room || lacksTeacher ? { variant: 'default' } : { color: 'live' })}
            leftSection={<IconPencil size="1.25rem" aria-hidden />}
            onClick={() => onDo('editing')}
          >
            {t('edit.open')}
          </Button>
        )}
        <Button
          component={Link}
          to={{ search: copyIn(address, liveClass.id) }}
          size="sm"
          variant="default"
          leftSection={<IconCopy size="1.25rem" aria-hidden />}
        >
          {t('copy.open')}
        </Button>
        <ClassMenu liveClass={liveClass} onDo={onDo} />
      </Group>
      {offer && <Text size="sm">{t('offer.toThem', { name: offer.name })}</Text>}
      {mustCancel && (
        <Text size="sm" c="dimmed">
          {textOfRefusal(deleteRefusal)}
        </Text>
      )}
    </Stack>
  );
}

/** The address of the page as it stands, with the form for a copy in place of the open class. */
function copyIn(address: URLSearchParams, id: string): string {
  const after = new URLSearchParams(address);
  for (const name of ['class', 'tab', 'date', 'time']) after.delete(name);
  after.set('new', '');
  after.set('copy', id);
  return after.toString();
}
