import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { toastFailure, toastSuccess } from '#web/ui/toast.ts';
import { toastUndo } from '#web/ui/toast-undo.tsx';
import { type ClassCard, enrolInClass, leaveClass } from '../../contract.ts';

/**
 * Taking a seat and giving it back. Both are busy until the lists have been read again; giving it back can be
 * undone while its toast is there, as long as nobody took the seat.
 */
export function useSeat({
  id,
  kind,
  title,
  isPaid,
  heldUntil,
}: Pick<ClassCard, 'id' | 'kind' | 'title' | 'isPaid' | 'heldUntil'>) {
  const { t } = useTranslation(['classes', 'shell']);
  const queryClient = useQueryClient();
  const onSettled = () => queryClient.invalidateQueries({ queryKey: ['classes'] });
  const enrol = useMutation({
    mutationFn: () => call(enrolInClass, { params: { id } }),
    onSuccess: () => toastSuccess(t('seat.taken'), title),
    onError: (error) => toastFailure(error, t(`seat.enrolFailed.${kind}`)),
    onSettled,
  });
  const offerUndo = () =>
    toastUndo({
      title: t('seat.left'),
      message: title,
      undoLabel: t('seat.undo'),
      color: 'feed',
      onUndo: () => enrol.mutate(),
    });

  const leave = useMutation({
    mutationFn: () => call(leaveClass, { params: { id } }),
    // A seat that was bought or held is not to be had again for nothing.
    onSuccess: () => (isPaid || heldUntil ? toastSuccess(t('seat.left'), title) : offerUndo()),
    onError: (error) => toastFailure(error, t('seat.leaveFailed')),
    onSettled,
  });

  return {
    enrol: () => enrol.mutate(),
    leave: () => leave.mutate(),
    busy: enrol.isPending || leave.isPending,
  };
}
