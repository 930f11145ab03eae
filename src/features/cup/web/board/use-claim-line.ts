import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { toastFailure } from '#web/ui/toasts/toast.ts';
import { toastUndo } from '#web/ui/toasts/toast-undo.tsx';
import { claimCupRow, withdrawCupClaim } from '../../contract.ts';

/** Claims a line of the board for the reader; the toast withdraws the claim. */
export function useClaimLine(): (lineId: string) => void {
  const { t } = useTranslation(['cup', 'shell']);
  const queryClient = useQueryClient();
  const settled = {
    onError: (error: unknown) => toastFailure(error, t('own.failed')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['cup'] }),
  };
  const { mutate: withdraw } = useMutation({ mutationFn: () => call(withdrawCupClaim), ...settled });
  const { mutate: claim } = useMutation({
    mutationFn: (lineId: string) => call(claimCupRow, { body: { lineId } }),
    onSuccess: () =>
      toastUndo({
        title: t('own.claimed'),
        message: t('own.claimedText'),
        undoLabel: t('own.undo'),
        onUndo: withdraw,
      }),
    ...settled,
  });
  return useCallback((lineId: string) => claim(lineId), [claim]);
}
