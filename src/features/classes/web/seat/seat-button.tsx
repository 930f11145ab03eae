import { Button, Group, Stack, Text } from '@mantine/core';
import { IconCircleCheckFilled, IconHourglass, IconUsers, IconVideo } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { deviceZone } from '#web/i18n/device-zone.ts';
import { textOfRefusal } from '#web/i18n/refusal-text.ts';
import { useDates } from '#web/i18n/use-dates.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { type ClassCard, enrolRefusals } from '../../contract.ts';
import { refundsLeaving, seatsLeft } from '../../rules.ts';
import { momentOf } from '../class-moment.ts';
import { BuySeatButton, isSeatSold } from './buy-seat-button.tsx';
import styles from './class-card.module.css';
import { useSeat } from './use-seat.ts';

/**
 * How things stand between the reader and a class that is to come or on, and what they can do: take a seat, buy
 * one, give it back, go in.
 */
export function SeatButton({ liveClass, now }: { liveClass: ClassCard; now: Date }) {
  const { t } = useTranslation('classes');
  const { isEnrolled, allowed, meetLink, hasMeetLink } = liveClass;
  const moment = momentOf(liveClass, now);
  const isMine = allowed.enrol === enrolRefusals.ownClass.code;
  const row = () => {
    if (isMine) return <Text size="sm">{textOfRefusal(enrolRefusals.ownClass.code)}</Text>;
    if (isEnrolled) return <Mine liveClass={liveClass} now={now} />;
    return liveClass.heldUntil ? <Held liveClass={liveClass} /> : <Enrol liveClass={liveClass} now={now} />;
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

function Mine({ liveClass, now }: { liveClass: ClassCard; now: Date }) {
  const { t } = useTranslation('classes');
  const { leave, busy } = useSeat(liveClass);
  const [asking, setAsking] = useState(false);
  const { isPaid, startsAt, title } = liveClass;
  const refunds = refundsLeaving({ startsAt: new Date(startsAt) }, now);
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
          // What was paid for is not given up by a slip of the finger.
          onClick={isPaid ? () => setAsking(true) : leave}
          aria-label={t('seat.leaveFrom', { title })}
        >
          {t('seat.leave')}
        </Button>
      )}
      <ConfirmDialog
        danger
        opened={asking}
        title={t('seat.leavePaid.title')}
        text={t(refunds ? 'seat.leavePaid.refunded' : 'seat.leavePaid.kept', { title })}
        confirmLabel={t('seat.leavePaid.confirm')}
        dismissLabel={t('seat.leavePaid.keep')}
        busy={busy}
        onConfirm={() => {
          setAsking(false);
          leave();
        }}
        onClose={() => setAsking(false)}
      />
    </Row>
  );
}

/** A seat that waits for its payment. */
function Held({ liveClass }: { liveClass: ClassCard }) {
  const { t } = useTranslation('classes');
  const { moment } = useDates(deviceZone());
  const { leave, busy } = useSeat(liveClass);
  const until = moment(liveClass.heldUntil ?? liveClass.startsAt);
  return (
    <>
      <Row icon={<IconHourglass size="1.25rem" aria-hidden />} says={t('seat.held', { until })}>
        <Button
          size="sm"
          variant="default"
          loading={busy}
          onClick={leave}
          aria-label={t('seat.releaseFrom', { title: liveClass.title })}
        >
          {t('seat.release')}
        </Button>
      </Row>
      <BuySeatButton liveClass={liveClass} />
    </>
  );
}

function Enrol({ liveClass, now }: { liveClass: ClassCard; now: Date }) {
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
          {textOfRefusal(refusal)}
        </Text>
      )}
      {isSeatSold(liveClass, now) && <BuySeatButton liveClass={liveClass} />}
      {refusal === enrolRefusals.tierTooLow.code && (
        <Button component={Link} to="/membership" size="sm" variant="light" color="live">
          {t('seat.seePlans')}
        </Button>
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
