import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputOf } from '#shared/operation.ts';
import { call } from '#web/api/call.ts';
import { newKey } from '#web/api/new-key.ts';
import { useAct } from '#web/ui/forms/use-act.ts';
import { fulfilOrder, type ManagedOrder, refundOrder } from '../contract.ts';

export type OrderDecision =
  | { act: 'refund'; reason: string }
  | {
      act: 'fulfil';
      note: string;
      certificate?: InputOf<typeof fulfilOrder>['body']['certificate'];
    };

/** Settles an order. One dialog has one idempotency key, so a retry after a lost answer settles it once. */
export function useSettle({ id, buyer }: ManagedOrder, onDone: () => void) {
  const { t } = useTranslation('store');
  const [idempotencyKey] = useState(newKey);
  return useAct(
    (decision: OrderDecision) => {
      if (decision.act === 'refund') {
        const body = { reason: decision.reason };
        return call(refundOrder, { params: { id }, body }, { idempotencyKey });
      }
      const { note, certificate } = decision;
      const body = { ...(note && { note }), ...(certificate && { certificate }) };
      return call(fulfilOrder, { params: { id }, body }, { idempotencyKey });
    },
    {
      stale: ['store'],
      done: (_, { act }) => [t(`manage.done.${act}`), buyer.name],
      failed: t('manage.settleFailed'),
      onDone,
    },
  );
}
