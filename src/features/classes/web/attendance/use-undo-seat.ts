import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { toastFailure } from '#web/ui/toasts/toast.ts';
import { toastUndo } from '#web/ui/toasts/toast-undo.tsx';
import { removeStudent } from '../../contract.ts';
import { rosterQuery } from '../managed-queries.ts';

/** Shows a toast that says that a student has their seat, and takes it away again while the toast is open. */
export function useUndoSeat(params: { id: string; userId: string }): (title: string) => void {
  const { t } = useTranslation('classes');
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: () => call(removeStudent, { params, body: {} }),
    onSuccess: (roster) => queryClient.setQueryData(rosterQuery(params.id).queryKey, roster),
    onError: (error) => toastFailure(error, t('roll.remove.failed')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['classes'] }),
  });
  return (title) => toastUndo({ title, undoLabel: t('seat.undo'), onUndo: () => mutate() });
}
