import { Accordion, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { monthHeading } from '#shared/time/calendar-words.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { KeyFigures } from '#web/ui/figures/key-figures.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import type { Earnings, EarningsMonth } from '../../contract.ts';
import { earnedIn, splitOwed } from '../../rules.ts';
import { MonthSeats } from './month-seats.tsx';
import { Payouts } from './payouts.tsx';
import { earningsQuery } from './queries.ts';

/**
 * A statement of earnings: what is owed and was paid out, the seats of each month, and the payouts. Without `teacherId`
 * it is the reader's own; an administrator may take payouts back.
 */
export function Statement({ teacherId }: { teacherId?: string }) {
  const { t } = useTranslation('payments');
  const [currency, setCurrency] = useState<string>();
  const { data, error, refetch } = useQuery(earningsQuery(teacherId, currency));
  if (!data) {
    return error ? (
      <ErrorState
        error={error}
        title={t(teacherId ? 'earnings.failed' : 'earnings.own.failed')}
        onRetry={refetch}
      />
    ) : (
      <LoadingBlocks heights={['8rem']} />
    );
  }
  // A teacher who earns in one other currency alone sees that one.
  const [other] = data.otherCurrencies;
  if (data.months.length === 0 && currency === undefined && other) {
    setCurrency(other);
  }
  const currencies = [data.currency, ...data.otherCurrencies].sort();
  if (data.months.length === 0) {
    return (
      <EmptyState
        title={t('earnings.empty')}
        text={t(teacherId ? 'owed.emptyText' : 'earnings.own.emptyText')}
        titleOrder={3}
      />
    );
  }
  return (
    <Stack>
      {currencies.length > 1 && (
        <SegmentedControl
          label={t('earnings.currency')}
          data={currencies.map((currency) => ({ value: currency, label: currency }))}
          value={data.currency}
          onChange={setCurrency}
        />
      )}
      <Sums earnings={data} isOwn={teacherId === undefined} />
      <Accordion variant="separated">
        {data.months.map((month) => (
          <Month key={month.month} month={month} currency={data.currency} teacherId={teacherId} />
        ))}
      </Accordion>
      <Payouts teacherId={teacherId} />
    </Stack>
  );
}

function Sums({
  earnings: { owedCents, paidOutCents, comingCents, currency },
  isOwn,
}: {
  earnings: Earnings;
  isOwn: boolean;
}) {
  const { t } = useTranslation('payments');
  const { money } = useFigures();
  const { given, coming } = splitOwed({ owedCents, comingCents });
  return (
    <KeyFigures
      large
      narrowest="9rem"
      figures={[
        { label: t(isOwn ? 'earnings.own.owed' : 'earnings.owed'), figure: money(owedCents, currency) },
        ...(coming > 0
          ? [
              { label: t('earnings.given'), figure: money(given, currency) },
              { label: t('earnings.coming'), figure: money(coming, currency) },
            ]
          : []),
        {
          label: t(isOwn ? 'earnings.own.paidOut' : 'earnings.paidOut'),
          figure: money(paidOutCents, currency),
        },
        { label: t('earnings.earned'), figure: money(owedCents + paidOutCents, currency) },
      ]}
    />
  );
}

function Month({
  month: sums,
  currency,
  teacherId,
}: {
  month: EarningsMonth;
  currency: string;
  teacherId: string | undefined;
}) {
  const { t, i18n } = useTranslation('payments');
  const { number, money } = useFigures();
  const { month, seats, grossCents, refundedCents, handedOverCents, takenOverCents, paidOutCents } = sums;
  const facts = [
    t('earnings.seats', { count: seats, figure: number(seats) }),
    t('earnings.gross', { amount: money(grossCents, currency) }),
    takenOverCents > 0 && t('earnings.takenOver', { amount: money(takenOverCents, currency) }),
    handedOverCents > 0 && t('earnings.handedOver', { amount: money(handedOverCents, currency) }),
    refundedCents > 0 && t('earnings.refunded', { amount: money(refundedCents, currency) }),
    paidOutCents !== 0 && t('earnings.paidIn', { amount: money(paidOutCents, currency) }),
  ];
  return (
    <Accordion.Item value={month}>
      <Accordion.Control>
        <Group justify="space-between" gap="xs" pe="sm">
          <span>
            <Text fw={700}>{monthHeading(month, i18n.language)}</Text>
            <Text size="sm" c="dimmed">
              {facts.filter(Boolean).join(' · ')}
            </Text>
          </span>
          <Text fw={800}>{money(earnedIn(sums), currency)}</Text>
        </Group>
      </Accordion.Control>
      <Accordion.Panel>
        <MonthSeats month={month} currency={currency} teacherId={teacherId} />
      </Accordion.Panel>
    </Accordion.Item>
  );
}
