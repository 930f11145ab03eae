import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFigures } from '#web/i18n/use-figures.ts';
import type { OwnPayment } from '../contract.ts';

/** What was paid, and below it what was asked where that is another amount. */
export function PaidAmount({
  payment: { amountCents, currency, paidOtherwise },
}: {
  payment: Pick<OwnPayment, 'amountCents' | 'currency' | 'paidOtherwise'>;
}) {
  const { t } = useTranslation('payments');
  const { money } = useFigures();
  const asked = money(amountCents, currency);
  if (paidOtherwise === null) return asked;
  return (
    <>
      {money(paidOtherwise.amountCents, paidOtherwise.currency)}
      <Text component="span" display="block" size="sm" fw={400} c="dimmed">
        {t('askedAmount', { amount: asked })}
      </Text>
    </>
  );
}
