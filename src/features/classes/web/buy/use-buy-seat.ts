import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { toastFailure } from '#web/ui/toasts/toast.ts';
import { useShownAgain } from '#web/use-shown-again.ts';
import { buySeat, type ClassCard } from '../../contract.ts';
import { seatKey } from '../queries.ts';

/** Buys one seat: holds it and opens the checkout. `busy` lasts until the browser has left the page. */
export function useBuySeat({ id, startsAt }: Pick<ClassCard, 'id' | 'startsAt'>, onFailed?: () => void) {
  const { t } = useTranslation('classes');
  const queryClient = useQueryClient();
  const buy = useMutation({
    mutationKey: seatKey(id),
    mutationFn: () => call(buySeat, { params: { id }, query: { startsAt } }),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => {
      toastFailure(error, t('buy.failed'));
      onFailed?.();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['classes'] }),
  });
  useShownAgain(buy.reset);
  return { start: () => buy.mutate(), busy: buy.isPending || buy.isSuccess };
}
