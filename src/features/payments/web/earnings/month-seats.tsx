import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useList } from '#web/api/use-list.ts';
import { useDates } from '#web/i18n/use-dates.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { PagedList } from '#web/ui/lists/paged-list.tsx';
import type { EarningsSeat } from '../../contract.ts';
import styles from '../payments.module.css';
import { seatsQuery } from './queries.ts';

/**
 * The seats, refunds and hand-overs that a month consists of. Mounted when the month is opened, so that they load then.
 */
export function MonthSeats({
  month,
  currency,
  teacherId,
}: {
  month: string;
  currency: string;
  teacherId: string | undefined;
}) {
  const { t } = useTranslation('payments');
  return (
    <PagedList
      list={useList(seatsQuery(teacherId, month, currency))}
      failed={t('earnings.failed')}
      loading={<LoadingBlocks heights={['2.5rem']} times={3} gap="xs" />}
      empty={<Text c="dimmed">{t('earnings.noSeats')}</Text>}
      more={t('more')}
    >
      {(seats) => (
        <ul className={styles.plain}>
          {seats.map((seat) => (
            <Seat key={`${seat.paymentId} ${seat.kind} ${seat.at}`} seat={seat} currency={currency} />
          ))}
        </ul>
      )}
    </PagedList>
  );
}

function Seat({ seat, currency }: { seat: EarningsSeat; currency: string }) {
  const { t } = useTranslation('payments');
  const { money } = useFigures();
  const { dayOfYear } = useDates();
  const { kind, at, title, student, grossCents, shareCents } = seat;
  return (
    <li className={styles.line}>
      <span className={styles.words}>
        <Text>{title ?? t('paidFor.single')}</Text>
        <Text size="sm" c="dimmed">
          {student} · {dayOfYear(at)} ·{' '}
          {kind === 'seat'
            ? t('earnings.gross', { amount: money(grossCents, currency) })
            : t(`earnings.became.${kind}`)}
        </Text>
      </span>
      <Text className={styles.figure} c={shareCents < 0 ? 'red' : undefined}>
        {money(shareCents, currency)}
      </Text>
    </li>
  );
}
