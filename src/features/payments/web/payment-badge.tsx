import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { OwnPayment } from '../contract.ts';

const colours = {
  completed: 'green',
  pending: 'coins',
  failed: 'red',
  refunded: 'gray',
  refunding: 'feed',
  'refund-failed': 'red',
} as const;

/** The status of a payment, in a word. */
export function PaymentBadge({
  payment: { status, refundWanted, refundFailed },
}: {
  payment: Pick<OwnPayment, 'status' | 'refundWanted' | 'refundFailed'>;
}) {
  const { t } = useTranslation('payments');
  const state = refundWanted ? 'refunding' : refundFailed ? 'refund-failed' : status;
  return (
    <Badge color={colours[state]} size="lg">
      {t(`statuses.${state}`)}
    </Badge>
  );
}
