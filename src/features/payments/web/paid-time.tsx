import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useDates } from '#web/i18n/use-dates.ts';
import type { OwnPayment } from '../contract.ts';

/** From which day to which a payment pays for a plan; nothing of a seat. */
export function PaidTime({ payment: { paidTime } }: { payment: Pick<OwnPayment, 'paidTime'> }) {
  const { t } = useTranslation('payments');
  const { day } = useDates();
  if (!paidTime) return null;
  return (
    <Text size="sm" c="dimmed">
      {t('paidTime', { from: day(paidTime.from), until: day(paidTime.until) })}
    </Text>
  );
}
