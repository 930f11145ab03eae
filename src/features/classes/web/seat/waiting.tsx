import { Button, Group, Text } from '@mantine/core';
import { IconHourglass, IconTicket, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDates } from '#web/i18n/use-dates.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { lazyPart, useLazyPart } from '#web/ui/overlays/lazy-part.ts';
import { absenceRefusals, type ClassCard, enrolRefusals } from '../../contract.ts';
import { seatsLeft } from '../../rules.ts';
import { RefundTerms } from '../buy/refund-terms.tsx';
import { useBuySeat } from '../buy/use-buy-seat.ts';
import { EnrolButton } from './enrol-button.tsx';
import { HowWaitingWorks } from './how-waiting-works.tsx';
import { SeatRow } from './seat-row.tsx';
import { useSeat } from './use-seat.ts';
import { useWaiting } from './use-waiting.ts';

// Where it cannot be fetched the student waits all the same.
const hearOfSeat = lazyPart(async () => (await import('../before/hear-of-seat.tsx')).HearOfSeat);

/** A full class whose waiting list the reader may join. */
export function WaitForSeat({ liveClass }: { liveClass: ClassCard }) {
  const { t } = useTranslation('classes');
  const { join, busy } = useWaiting(liveClass);
  const { title, waitingCount } = liveClass;
  // A seat that is free is kept for those who wait.
  const says = [
    seatsLeft(liveClass) === 0 && t('seats.left', { count: 0 }),
    waitingCount > 0 && t('wait.count', { count: waitingCount }),
  ].filter(Boolean);
  return (
    <>
      <SeatRow icon={<IconUsers size="1.25rem" aria-hidden />} says={says.join(' · ')}>
        <Button
          size="sm"
          color="live"
          variant="light"
          loading={busy}
          onClick={join}
          aria-label={t('wait.joinFor', { title })}
        >
          {t('wait.join')}
        </Button>
      </SeatRow>
      <HowWaitingWorks rules={liveClass.rules} />
    </>
  );
}

/** The reader waits: their place, and in the last hour the free seat that is for all who wait. */
export function Waiting({ liveClass, now }: { liveClass: ClassCard; now: Date }) {
  const { t } = useTranslation('classes');
  const [asking, setAsking] = useState(false);
  const { leave, busy } = useWaiting(liveClass, () => setAsking(false));
  const seat = useSeat(liveClass);
  const buy = useBuySeat(liveClass);
  const HearOfSeat = useLazyPart(hearOfSeat, false);
  const { title, waitingPlace, allowed } = liveClass;
  return (
    <>
      <SeatRow
        icon={<IconHourglass size="1.25rem" aria-hidden />}
        says={t('wait.place', { place: waitingPlace })}
      >
        <Button
          size="sm"
          variant="default"
          loading={busy}
          // Who comes back stands at the end.
          onClick={() => setAsking(true)}
          aria-label={t('wait.leaveFrom', { title })}
        >
          {t('wait.leave')}
        </Button>
      </SeatRow>
      {(allowed.enrol === null || allowed.buy === null) && (
        <Group justify="space-between" gap="xs">
          <Text size="sm">{t('wait.open')}</Text>
          {allowed.enrol === null ? (
            <EnrolButton title={title} seat={seat} />
          ) : (
            <Pay title={title} buy={buy} />
          )}
        </Group>
      )}
      {allowed.enrol !== null && allowed.buy === null && <RefundTerms liveClass={liveClass} now={now} />}
      {HearOfSeat && <HearOfSeat liveClass={liveClass} />}
      <HowWaitingWorks rules={liveClass.rules} />
      <ConfirmDialog
        opened={asking}
        title={t('wait.leaving.title')}
        text={t('wait.leaving.text', { title, place: waitingPlace })}
        confirmLabel={t('wait.leaving.confirm')}
        dismissLabel={t('wait.leaving.keep')}
        busy={busy}
        onConfirm={leave}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

function Pay({ title, buy }: { title: string; buy: ReturnType<typeof useBuySeat> }) {
  const { t } = useTranslation('classes');
  return (
    <Button
      size="sm"
      color="live"
      leftSection={<IconTicket size="1.125rem" aria-hidden />}
      loading={buy.busy}
      onClick={buy.start}
      aria-label={t('wait.buyIn', { title })}
    >
      {t('wait.buy')}
    </Button>
  );
}

/**
 * A seat that became free and is held for the reader, who waited for it. Where their plan is too low it is paid for.
 * While the class lacks its teacher it stays theirs, and they cannot take it.
 */
export function Offered({ liveClass, now }: { liveClass: ClassCard; now: Date }) {
  const { t } = useTranslation('classes');
  const { start } = useDates();
  const [asking, setAsking] = useState(false);
  const { enrol, leave, busy } = useSeat(liveClass, () => setAsking(false));
  const buy = useBuySeat(liveClass);
  const { title, heldUntil, startsAt, pausedUntil, lacksTeacher, allowed } = liveClass;
  const isPaused = [allowed.enrol, allowed.buy].includes(absenceRefusals.clubsPaused.code);
  const mustBuy = allowed.enrol === enrolRefusals.tierTooLow.code;
  const says = () => {
    if (lacksTeacher) return t('wait.kept');
    if (isPaused) return t('absences.paused.seat', { until: start(pausedUntil ?? startsAt) });
    return t('wait.offered', { until: start(heldUntil ?? startsAt) });
  };
  return (
    <>
      <Group gap="xs" wrap="nowrap" align="start">
        <IconHourglass size="1.25rem" aria-hidden />
        <Text size="sm">{says()}</Text>
      </Group>
      {mustBuy && !isPaused && <RefundTerms liveClass={liveClass} now={now} />}
      <Group gap="xs" grow preventGrowOverflow={false}>
        <Button
          size="sm"
          variant="default"
          loading={busy}
          // The next person is offered it at once.
          onClick={() => setAsking(true)}
          aria-label={t('wait.declineFrom', { title })}
        >
          {t('wait.decline')}
        </Button>
        {isPaused || lacksTeacher ? null : mustBuy ? (
          <Pay title={title} buy={buy} />
        ) : (
          <Button
            size="sm"
            color="live"
            loading={busy}
            onClick={enrol}
            aria-label={t('wait.confirmIn', { title })}
          >
            {t('wait.confirm')}
          </Button>
        )}
      </Group>
      <ConfirmDialog
        opened={asking}
        title={t('wait.declining.title')}
        text={t('wait.declining.text', { title })}
        confirmLabel={t('wait.declining.confirm')}
        dismissLabel={t('wait.declining.keep')}
        busy={busy}
        onConfirm={leave}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
