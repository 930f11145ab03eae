import { Button, Stack, Text } from '@mantine/core';
import { IconHourglass, IconTicket, IconUserOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { textOfRefusal } from '#web/i18n/refusal-text.ts';
import { useDates } from '#web/i18n/use-dates.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { lazyPart, useLazyPart } from '#web/ui/overlays/lazy-part.ts';
import { absenceRefusals, type ClassCard, enrolRefusals } from '../../contract.ts';
import { doorClosesAt, isDoorOpen } from '../../rules.ts';
import { takenSeat } from '../before/last-class-of-tab.ts';
import { RefundTerms } from '../buy/refund-terms.tsx';
import { UnlockButton } from '../buy/unlock-button.tsx';
import { useBuySeat } from '../buy/use-buy-seat.ts';
import { momentOf } from '../class-moment.ts';
import { EnrolButton } from './enrol-button.tsx';
import { EnterButton } from './enter-button.tsx';
import { NextTurn } from './next-turn.tsx';
import { OwnSeat, SeatLimits } from './own-seat.tsx';
import { SeatRow } from './seat-row.tsx';
import { SeatsLeft } from './seats-left.tsx';
import { useSeat } from './use-seat.ts';
import { Offered, WaitForSeat, Waiting } from './waiting.tsx';

// Where it cannot be fetched the student has their seat all the same.
const hearOfStart = lazyPart(async () => (await import('../before/hear-of-start.tsx')).HearOfStart);

/**
 * The reader's state in an upcoming or live class and their actions: enrol, buy a seat, wait for one, leave, join the
 * meeting.
 */
export function SeatButton({
  liveClass,
  now,
  inList = false,
}: {
  liveClass: ClassCard;
  now: Date;
  inList?: boolean;
}) {
  const { t } = useTranslation('classes');
  const { number } = useFigures();
  const { isEnrolled, isPaid, heldUntil, waitingPlace, allowed, rules } = liveClass;
  const moment = momentOf(liveClass, now);
  const isMine = allowed.enrol === enrolRefusals.ownClass.code;
  const isTakenLast = takenSeat.useIsOf(liveClass.id);
  const row = () => {
    if (isMine) return <Text size="sm">{textOfRefusal(enrolRefusals.ownClass.code)}</Text>;
    if (isEnrolled) return <OwnSeat liveClass={liveClass} now={now} />;
    if (heldUntil)
      return isPaid ? <Held liveClass={liveClass} now={now} /> : <Offered liveClass={liveClass} now={now} />;
    if (waitingPlace !== null && moment === 'upcoming') return <Waiting liveClass={liveClass} now={now} />;
    return <TakeSeat liveClass={liveClass} now={now} />;
  };
  return (
    <Stack gap="xs">
      {row()}
      <EnterButton liveClass={liveClass} />
      {isEnrolled && awaitsLink(liveClass, now) && (
        <Text size="sm" c="dimmed">
          {t('seat.noLinkYet')}
        </Text>
      )}
      {isEnrolled && isDoorShut(liveClass, now) && (
        <Text size="sm" c="dimmed">
          {t('seat.doorClosed', {
            count: rules.doorClosesMinutes,
            minutes: number(rules.doorClosesMinutes),
          })}
        </Text>
      )}
      {isEnrolled && moment === 'upcoming' && <SeatLimits liveClass={liveClass} now={now} inList={inList} />}
      {isEnrolled && moment === 'upcoming' && isTakenLast && <JustTaken />}
    </Stack>
  );
}

/** The reader has just taken their seat here: the moment at which a reminder on this device makes sense to them. */
function JustTaken() {
  const HearOfStart = useLazyPart(hearOfStart, false);
  return HearOfStart && <HearOfStart />;
}

/** The meeting would be open, but its teacher has pasted no link. */
function awaitsLink(liveClass: ClassCard, now: Date): boolean {
  const { hasMeetLink, lacksTeacher, startsAt } = liveClass;
  return !hasMeetLink && !lacksTeacher && isDoorOpen({ ...liveClass, startsAt: new Date(startsAt) }, now);
}

/** The door of a club has closed, and the reader did not come in time. */
function isDoorShut(liveClass: ClassCard, now: Date): boolean {
  const { meetLink, hasMeetLink, startsAt } = liveClass;
  return hasMeetLink && !meetLink && now >= doorClosesAt({ ...liveClass, startsAt: new Date(startsAt) });
}

/** A held seat: its payment is pending. A student whose new plan includes the class needs not pay for it. */
function Held({ liveClass, now }: { liveClass: ClassCard; now: Date }) {
  const { t } = useTranslation('classes');
  const { start } = useDates();
  const [asking, setAsking] = useState(false);
  const seat = useSeat(liveClass, () => setAsking(false));
  const buy = useBuySeat(liveClass);
  const { allowed, title } = liveClass;
  const until = start(liveClass.heldUntil ?? liveClass.startsAt);
  return (
    <>
      <SeatRow icon={<IconHourglass size="1.25rem" aria-hidden />} says={t('seat.held', { until })}>
        <Button
          size="sm"
          variant="default"
          loading={seat.busy}
          onClick={() => setAsking(true)}
          aria-label={t('seat.releaseFrom', { title })}
        >
          {t('seat.release')}
        </Button>
      </SeatRow>
      {allowed.buy === null && (
        <Button
          color="live"
          leftSection={<IconTicket size="1.25rem" aria-hidden />}
          loading={buy.busy}
          onClick={buy.start}
          aria-label={t('buy.goOnWith', { title })}
        >
          {t('buy.goOn')}
        </Button>
      )}
      {allowed.buy === null && <RefundTerms liveClass={liveClass} now={now} />}
      {allowed.enrol === null && <EnrolButton size="md" title={title} seat={seat} />}
      <ConfirmDialog
        danger
        opened={asking}
        title={t('seat.releasing.title')}
        text={t('seat.releasing.text')}
        confirmLabel={t('seat.releasing.confirm')}
        dismissLabel={t('wait.declining.keep')}
        busy={seat.busy}
        onConfirm={seat.leave}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

/** The reader has no seat: they enrol, unlock the class or wait for one, or read why they cannot. */
function TakeSeat({ liveClass, now }: { liveClass: ClassCard; now: Date }) {
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
