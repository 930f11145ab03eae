import { Card, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFigures } from '#web/i18n/use-figures.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { KeyFigures } from '#web/ui/figures/key-figures.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import type { PaymentFilters, Totals } from '../contract.ts';
import { seatPriceQuery, totalsQuery } from './queries.ts';

const none: Omit<Totals, 'currency'> = {
  count: 0,
  completedCents: 0,
  pendingCents: 0,
  refundedCents: 0,
  refundedInPeriodCents: 0,
  owedBackCents: 0,
  monthCents: 0,
};

/** The sums of the filtered payments, a line for each currency; of no payments one, in the community's currency. */
export function PaymentTotals({ filters }: { filters: PaymentFilters }) {
  const { t } = useTranslation('payments');
  const { data, error, refetch } = useQuery(totalsQuery(filters));
  const isEmpty = data?.items.length === 0;
  const { data: seatPrice, error: noCurrency } = useQuery({ ...seatPriceQuery, enabled: isEmpty });
  if (!data || (isEmpty && !seatPrice && !noCurrency)) {
    return error ? (
      <ErrorState isPart error={error} title={t('totals.failed')} onRetry={refetch} />
    ) : (
      <LoadingBlocks heights={[{ base: '10.25rem', sm: '6rem' }]} />
    );
  }
  const lines = seatPrice && isEmpty ? [{ ...none, currency: seatPrice.currency }] : data.items;
  return (
    <Stack gap="sm">
      {lines.map((line) => (
        <OfCurrency key={line.currency} line={line} inPeriod={filters.from !== undefined} />
      ))}
    </Stack>
  );
}

function OfCurrency({ line, inPeriod }: { line: Totals; inPeriod: boolean }) {
  const { t } = useTranslation('payments');
  const { money } = useFigures();
  const last = inPeriod
    ? (['refundedInPeriod', line.refundedInPeriodCents] as const)
    : (['month', line.monthCents] as const);
  const figures = [
    ['completed', line.completedCents],
    ['pending', line.pendingCents],
    ['refunded', line.refundedCents],
    // Rare, so it takes a place only where there is some.
    ...(line.owedBackCents > 0 ? ([['owedBack', line.owedBackCents]] as const) : []),
    last,
  ] as const;
  return (
    <Card>
      <KeyFigures
        large
        narrowest="8rem"
        figures={figures.map(([name, cents]) => ({
          label: t(`totals.${name}`),
          figure: money(cents, line.currency),
        }))}
      />
    </Card>
  );
}
