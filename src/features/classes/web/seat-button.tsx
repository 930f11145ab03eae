import { Button, Group, Stack, Text } from '@mantine/core';
import { IconCircleCheckFilled, IconUsers, IconVideo } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { type ClassCard, enrolRefusals } from '../contract.ts';
import { seatsLeft } from '../rules.ts';
import styles from './class-card.module.css';
import { momentOf } from './class-moment.ts';
import { useSeat } from './use-seat.tsx';

/** How things stand between the reader and a class, and what they can do: take a seat, give it back, go in. */
export function SeatButton({ liveClass, now }: { liveClass: ClassCard; now: Date }) {
  const { t } = useTranslation('classes');
  const { isEnrolled, allowed, meetLink, hasMeetLink } = liveClass;
  const moment = momentOf(liveClass, now);
  const isMine = allowed.enrol === enrolRefusals.ownClass.code;
  const row = () => {
    // A button that can never do anything again would only be in the way.
    if (moment === 'ended' || moment === 'cancelled') return <Text size="sm">{t(`moment.${moment}`)}</Text>;
    if (isMine) return <Text size="sm">{t(refusalKey(enrolRefusals.ownClass.code))}</Text>;
    return isEnrolled ? <Mine liveClass={liveClass} /> : <Enrol liveClass={liveClass} />;
  };
  return (
    <Stack gap="xs">
      {row()}
      {meetLink && (
        <Button
          component="a"
          href={meetLink}
          target="_blank"
          rel="noopener noreferrer"
          color="live"
          leftSection={<IconVideo size="1.25rem" aria-hidden />}
        >
          {t('seat.enter')}
        </Button>
      )}
      {isEnrolled && moment === 'upcoming' && hasMeetLink && !meetLink && (
        <Text size="sm" c="dimmed">
          {t('seat.doorOpens')}
        </Text>
      )}
    </Stack>
  );
}

function Mine({ liveClass }: { liveClass: ClassCard }) {
  const { t } = useTranslation('classes');
  const { leave, busy } = useSeat(liveClass);
  return (
    <Row
      icon={<IconCircleCheckFilled size="1.25rem" className={styles.mine} aria-hidden />}
      says={t('seat.mine')}
    >
      {liveClass.allowed.leave === null && (
        <Button
          size="sm"
          variant="default"
          loading={busy}
          onClick={leave}
          aria-label={t('seat.leaveFrom', { title: liveClass.title })}
        >
          {t('seat.leave')}
        </Button>
      )}
    </Row>
  );
}

function Enrol({ liveClass }: { liveClass: ClassCard }) {
  const { t } = useTranslation(['classes', 'shell']);
  const { enrol, busy } = useSeat(liveClass);
  const reasonId = useId();
  const refusal = liveClass.allowed.enrol;
  return (
    <>
      <Row
        icon={<IconUsers size="1.25rem" aria-hidden />}
        says={t('seats.left', { count: seatsLeft(liveClass) })}
      >
        <Button
          size="sm"
          color="live"
          disabled={refusal !== null}
          loading={busy}
          onClick={enrol}
          aria-label={t('seat.enrolIn', { title: liveClass.title })}
          aria-describedby={refusal === null ? undefined : reasonId}
        >
          {t('seat.enrol')}
        </Button>
      </Row>
      {refusal !== null && (
        <Text id={reasonId} size="sm" c="dimmed">
          {t(refusalKey(refusal))}
        </Text>
      )}
    </>
  );
}

function Row({ icon, says, children }: { icon: ReactNode; says: string; children: ReactNode }) {
  return (
    <Group justify="space-between" gap="xs">
      <Group gap="xs" wrap="nowrap">
        {icon}
        <Text size="sm">{says}</Text>
      </Group>
      {children}
    </Group>
  );
}

function refusalKey(code: string): string {
  return `refusals.${code.replaceAll('/', '.')}`;
}
