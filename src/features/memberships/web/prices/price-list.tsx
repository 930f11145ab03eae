import { Button, Card, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { seatPriceQuery } from '#features/payments/web/queries.ts';
import { type Currency, currencies, currencyName, priceLimits } from '#shared/formats/currencies.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { MoneyField } from '#web/ui/figures/money-field.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { toastFailure, toastSuccess } from '#web/ui/toasts/toast.ts';
import type { PaidTier } from '../../contract.ts';
import { plansQuery } from '../plans-query.ts';
import styles from './prices.module.css';
import { type PriceChange, usePriceChange } from './queries.ts';

/** The prices of plans and of single classes, which administrators change here. */
export function PriceList() {
  const { t } = useTranslation(['memberships', 'shell']);
  const plans = useQuery(plansQuery);
  const seat = useQuery(seatPriceQuery);
  const missing = [plans, seat].find(({ data }) => !data);
  const [changing, setChanging] = useState<PriceChange | null>(null);
  const { shortMoney } = useFigures();
  const prices: PriceChange[] = [
    ...(plans.data?.items ?? [])
      .filter(({ tier }) => tier !== 'free')
      .map(({ tier, priceCents, currency }) => ({
        of: tier as PaidTier,
        priceCents,
        currency: asCurrency(currency),
      })),
    ...(seat.data ? [{ of: 'single' as const, ...seat.data, currency: asCurrency(seat.data.currency) }] : []),
  ];
  const nameOf = (of: PriceChange['of']) =>
    of === 'single' ? t('prices.single') : t('prices.month', { tier: t(`shell:tiers.${of}`) });
  return (
    <Card component="section" aria-labelledby="prices-title">
      <Title order={2} size="h3" id="prices-title" mb="sm">
        {t('prices.title')}
      </Title>
      {missing &&
        (missing.error ? (
          <ErrorState
            error={missing.error}
            title={t('prices.readFailed')}
            onRetry={() => void missing.refetch()}
          />
        ) : (
          <LoadingBlocks heights={['2.5rem']} times={4} />
        ))}
      <Stack component="ul" gap="xs" className={styles.list}>
        {prices.map((price) => (
          <li key={price.of} className={styles.price}>
            <Text>{nameOf(price.of)}</Text>
            <span className={styles.price}>
              <Text fw={800}>{shortMoney(price.priceCents, price.currency)}</Text>
              <Button
                size="sm"
                variant="default"
                onClick={() => setChanging(price)}
                aria-label={t('prices.changeOf', { name: nameOf(price.of) })}
              >
                {t('prices.change')}
              </Button>
            </span>
          </li>
        ))}
      </Stack>
      {changing && (
        <PriceDialog
          key={changing.of}
          price={changing}
          name={nameOf(changing.of)}
          onClose={() => setChanging(null)}
        />
      )}
    </Card>
  );
}

/** The server takes currencies of the list alone. */
const asCurrency = (currency: string) => currency as Currency;

function PriceDialog({ price, name, onClose }: { price: PriceChange; name: string; onClose: () => void }) {
  const { t, i18n } = useTranslation('memberships');
  const [priceCents, setPriceCents] = useState<number | null>(price.priceCents);
  const change = usePriceChange({
    onSuccess() {
      toastSuccess(t('prices.changed'), name);
      onClose();
    },
    onError: (error) => toastFailure(error, t('prices.failed')),
  });
  const [currency, setCurrency] = useState(price.currency);
  const fits = priceCents !== null && priceCents >= priceLimits.least && priceCents <= priceLimits.most;
  return (
    <ConfirmDialog
      opened
      title={t('prices.changeOf', { name })}
      text={t(price.of === 'single' ? 'prices.textSingle' : 'prices.textPlan')}
      confirmLabel={t('prices.save')}
      busy={change.isPending}
      onClose={onClose}
      onConfirm={() => fits && change.mutate({ ...price, priceCents, currency })}
    >
      <MoneyField
        label={t('prices.amount', { currency })}
        value={priceCents}
        error={!fits && t('prices.bad')}
        onChange={setPriceCents}
      />
      <NativeSelect
        label={t('prices.currency')}
        value={currency}
        data={currencies.map((code) => ({
          value: code,
          label: `${code} · ${currencyName(code, i18n.language)}`,
        }))}
        onChange={(event) => setCurrency(event.currentTarget.value as Currency)}
      />
    </ConfirmDialog>
  );
}
