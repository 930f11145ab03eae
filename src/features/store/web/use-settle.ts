import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputOf } from '#shared/operation.ts';
import { call } from '#web/api/call.ts';
import { newKey } from '#web/api/new-key.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { toastFailure, toastSuccess } from '#web/ui/toasts/toast.ts';
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
  const queryClient = useQueryClient();
  const [idempotencyKey] = useState(newKey);
  return useMutation({
    mutationFn: (decision: OrderDecision) => {
      if (decision.act === 'refund') {
        const body = { reason: decision.reason };
        return call(refundOrder, { params: { id }, body }, { idempotencyKey });
      }
      const { note, certificate } = decision;
      const body = { ...(note && { note }), ...(certificate && { certificate }) };
      return call(fulfilOrder, { params: { id }, body }, { idempotencyKey });
    },
    onSuccess: (_, { act }) => {
      toastSuccess(t(`manage.done.${act}`), buyer.name);
      onDone();
    },
    onError: (error) => toastFailure(error, t('manage.settleFailed')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['store'] }),
  });
}
