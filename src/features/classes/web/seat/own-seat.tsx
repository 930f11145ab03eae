import { Button, Text } from '@mantine/core';
import { IconCircleCheckFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { durationInWords } from '#shared/time/duration-in-words.ts';
import { useDates } from '#web/i18n/use-dates.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { lazyDialog } from '#web/ui/overlays/lazy-dialog.tsx';
import { absenceRefusals, type ClassCard } from '../../contract.ts';
import { refundsLeaving } from '../../rules.ts';
import styles from './class-card.module.css';
import { SeatRow } from './seat-row.tsx';
import { useSeat } from './use-seat.ts';

const LeaveLateDialog = lazyDialog(
  async () => (await import('../absences/leave-late-dialog.tsx')).LeaveLateDialog,
);

/** The reader has a seat, and may give it back. */
export function OwnSeat({ liveClass, now }: { liveClass: ClassCard; now: Date }) {
  const { t, i18n } = useTranslation('classes');
  const [asking, setAsking] = useState(false);
  const [isLate, setLate] = useState(false);
  const askLate = (isAsked: boolean) => {
    setAsking(false);
    setLate(isAsked);
  };
  const { leave, leaveLate, busy } = useSeat(
    liveClass,
    () => askLate(false),
    () => askLate(true),
  );
  const { isPaid, lacksTeacher, movedSincePaid, startsAt, title, leavesFreeUntil, allowed, rules } =
    liveClass;
  const becomesOfPayment = () => {
    if (lacksTeacher) return 'lacksTeacher';
    if (movedSincePaid) return 'moved';
    return refundsLeaving({ startsAt: new Date(startsAt), rules }, now) ? 'refunded' : 'kept';
  };
  const ask = () => {
    if (isPaid) setAsking(true);
    else if (leavesFreeUntil !== null && now > new Date(leavesFreeUntil)) setLate(true);
    else leave();
  };
  return (
    <SeatRow
      icon={<IconCircleCheckFilled size="1.25rem" className={styles.mine} aria-hidden />}
      says={t('seat.mine')}
    >
      {(allowed.leave === null || allowed.leave === absenceRefusals.leavesLate.code) && (
        <Button
          size="sm"
          variant="subtle"
          loading={busy}
          // A paid seat, and a club late, are given up only after a confirmation.
          onClick={ask}
          aria-label={t('seat.leaveFrom', { title })}
        >
          {t('seat.leave')}
        </Button>
      )}
      <ConfirmDialog
        danger
        opened={asking}
        title={t('seat.leavePaid.title')}
        text={t(`seat.leavePaid.${becomesOfPayment()}`, {
          title,
          time: durationInWords(rules.refundedHours * 60, i18n.language),
        })}
        confirmLabel={t('seat.leavePaid.confirm')}
        dismissLabel={t('seat.leavePaid.keep')}
        busy={busy}
        onConfirm={leave}
        onClose={() => setAsking(false)}
      />
      <LeaveLateDialog
        title={title}
        isAgain={liveClass.myAbsence !== null}
        opened={isLate}
        busy={busy}
        onConfirm={leaveLate}
        onClose={() => setLate(false)}
      />
    </SeatRow>
  );
}

/**
 * That the class lacks its teacher, when the link appears; of a club also until when leaving is free and the door open.
 * A list leaves the rules of the door to the opened class.
 */
export function SeatLimits({ liveClass, now, inList }: { liveClass: ClassCard; now: Date; inList: boolean }) {
  const { t } = useTranslation('classes');
  const { number } = useFigures();
  const { start } = useDates();
  const { kind, rules, lacksTeacher, hasMeetLink, meetLink, leavesFreeUntil, myAbsence } = liveClass;
  const leaving = () => {
    if (leavesFreeUntil === null) return null;
    return now > new Date(leavesFreeUntil)
      ? t(myAbsence ? 'seat.leavingAddsNone' : 'seat.leavingCounts')
      : t('seat.leavesFree', { until: start(leavesFreeUntil) });
  };
  const limits = [
    lacksTeacher && t('seat.lacksTeacher'),
    leaving(),
    !inList && hasMeetLink && !meetLink && t('seat.doorOpens', { minutes: number(rules.doorOpensMinutes) }),
    !inList &&
      kind === 'club' &&
      t('seat.doorCloses', { count: rules.doorClosesMinutes, minutes: number(rules.doorClosesMinutes) }),
  ].filter(Boolean);
  return (
    limits.length > 0 && (
      <Text size="sm" c="dimmed">
        {limits.join(' ')}
      </Text>
    )
  );
}
