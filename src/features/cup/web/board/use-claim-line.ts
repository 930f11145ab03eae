import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { useAct } from '#web/ui/forms/use-act.ts';
import { toastUndo } from '#web/ui/toasts/toast-undo.tsx';
import { claimCupRow, withdrawCupClaim } from '../../contract.ts';

/** Claims a line of the board for the reader; the toast withdraws the claim. */
export function useClaimLine(): (lineId: string) => void {
  const { t } = useTranslation(['cup', 'shell']);
  const told = { stale: ['cup'], failed: t('own.failed') };
  const { mutate: withdraw } = useAct(() => call(withdrawCupClaim), told);
  const { mutate: claim } = useAct((lineId: string) => call(claimCupRow, { body: { lineId } }), {
    ...told,
    onDone: () =>
      toastUndo({
        title: t('own.claimed'),
        message: t('own.claimedText'),
        undoLabel: t('own.undo'),
        onUndo: withdraw,
      }),
  });
  return useCallback((lineId: string) => claim(lineId), [claim]);
}
