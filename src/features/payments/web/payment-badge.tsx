import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { OwnPayment } from '../contract.ts';

const colours = {
  completed: 'green',
  pending: 'coins',
  failed: 'red',
  refunded: 'gray',
  refunding: 'feed',
} as const;

/** The status of a payment, in a word. */
export function PaymentBadge({ payment }: { payment: Pick<OwnPayment, 'status' | 'refundWanted'> }) {
  const { t } = useTranslation('payments');
  const state = payment.refundWanted ? 'refunding' : payment.status;
  return (
    <Badge color={colours[state]} size="lg">
      {t(`statuses.${state}`)}
    </Badge>
  );
}
