import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { OwnPayment } from '../contract.ts';

const colours = {
  completed: 'green',
  pending: 'coins',
  failed: 'red',
  refunded: 'gray',
  refunding: 'feed',
  'owed-back': 'red',
} as const;

/** The status of a payment, in a word. */
export function PaymentBadge({
  payment: { status, refundWanted, owedBack },
}: {
  payment: Pick<OwnPayment, 'status' | 'refundWanted' | 'owedBack'>;
}) {
  const { t } = useTranslation('payments');
  const state = refundWanted ? 'refunding' : owedBack ? 'owed-back' : status;
  return (
    <Badge color={colours[state]} size="lg">
      {t(`statuses.${state}`)}
    </Badge>
  );
}
