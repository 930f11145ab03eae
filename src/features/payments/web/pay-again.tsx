import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { buySeat } from '#features/classes/contract.ts';
import { buyMembership, type PaidTier } from '#features/memberships/contract.ts';
import { call } from '#web/api/call.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { toastFailure } from '#web/ui/toasts/toast.ts';
import { useShownAgain } from '#web/use-shown-again.ts';
import type { OwnPayment } from '../contract.ts';

/**
 * After a payment that failed: opens another checkout of the same seat or plan, at the price of now. The server refuses
 * what cannot be bought any more. It shows nothing for a class that was deleted.
 */
export function PayAgain({ payment: { kind, classId, tier } }: { payment: OwnPayment }) {
  const { t } = useTranslation(['payments', 'shell']);
  const queryClient = useQueryClient();
  const buy = useMutation({
    mutationFn: () =>
      kind === 'single'
        ? call(buySeat, { params: { id: classId ?? '' }, query: {} })
        : call(buyMembership, { body: { tier: tier as PaidTier } }),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => toastFailure(error, t('one.againFailed')),
    onSettled: () =>
      Promise.all(
        ['payments', 'memberships', 'classes'].map((feature) =>
          queryClient.invalidateQueries({ queryKey: [feature] }),
        ),
      ),
  });
  useShownAgain(buy.reset);
  if (kind === 'single' && !classId) return null;
  return (
    <Button color="teach" loading={buy.isPending || buy.isSuccess} onClick={() => buy.mutate()}>
      {t('shell:error.retry')}
    </Button>
  );
}
