import { Button, Text } from '@mantine/core';
import { IconHourglass, IconUserOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { textOfRefusal } from '#web/i18n/refusal-text.ts';
import { useDates } from '#web/i18n/use-dates.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { absenceRefusals, type ClassCard, enrolRefusals } from '../../contract.ts';
import { UnlockButton } from '../buy/unlock-button.tsx';
import { EnrolButton } from './enrol-button.tsx';
import { NextTurn } from './next-turn.tsx';
import { SeatRow } from './seat-row.tsx';
import { SeatsLeft } from './seats-left.tsx';
import { useSeat } from './use-seat.ts';
import { WaitForSeat } from './waiting.tsx';

/** The reader has no seat: they enrol, unlock the class or wait for one, or read why they cannot. */
export function TakeSeat({ liveClass, now }: { liveClass: ClassCard; now: Date }) {
  const { t } = useTranslation('classes');
  const seat = useSeat(liveClass);
  const { enrol: refusal, buy, wait } = liveClass.allowed;
  if (refusal === enrolRefusals.alreadyStarted.code) return <NextTurn liveClass={liveClass} now={now} />;
  if (wait === enrolRefusals.noTeacher.code) {
    return (
      <SeatRow icon={<IconUserOff size="1.25rem" aria-hidden />} says={t('refusals.classes.no-teacher')} />
    );
  }
  if ([refusal, buy, wait].includes(absenceRefusals.clubsPaused.code)) {
    return <Paused liveClass={liveClass} />;
  }
  if ([refusal, wait].includes(enrolRefusals.tooManyClubs.code)) return <BookedUp liveClass={liveClass} />;
  const isLocked = refusal === enrolRefusals.tierTooLow.code;
  if (wait === null) {
    return (
      <>
        <WaitForSeat liveClass={liveClass} />
        {isLocked && <UnlockButton liveClass={liveClass} now={now} />}
      </>
    );
  }
  return (
    <>
      <SeatsLeft liveClass={liveClass} now={now}>
        {isLocked && <UnlockButton liveClass={liveClass} now={now} />}
        {refusal === null && <EnrolButton title={liveClass.title} seat={seat} />}
      </SeatsLeft>
      {refusal !== null && !isLocked && (
        <Text size="sm" c="dimmed">
          {textOfRefusal(refusal)}
        </Text>
      )}
    </>
  );
}

/** A club while its booking is paused for the reader. The page of clubs says why and what they can do. */
function Paused({ liveClass }: { liveClass: ClassCard }) {
  const { t } = useTranslation('classes');
  const { start } = useDates();
  const until = start(liveClass.pausedUntil ?? liveClass.startsAt);
  return (
    <SeatRow icon={<IconHourglass size="1.25rem" aria-hidden />} says={t('absences.paused.seat', { until })}>
      <Button component={Link} to="/conversation-clubs" size="sm" variant="default">
        {t('absences.paused.seeWhy')}
      </Button>
    </SeatRow>
  );
}

/** A club that is one too many for the reader. */
function BookedUp({ liveClass: { rules, bookedUpUntil, startsAt } }: { liveClass: ClassCard }) {
  const { t } = useTranslation('classes');
  const { number } = useFigures();
  const { start } = useDates();
  const says = t('seat.bookedUp', {
    most: number(rules.clubsAhead),
    until: start(bookedUpUntil ?? startsAt),
  });
  return (
    <SeatRow icon={<IconHourglass size="1.25rem" aria-hidden />} says={says}>
      <Button component={Link} to="/classes" size="sm" variant="default">
        {t('seat.seeMine')}
      </Button>
    </SeatRow>
  );
}
