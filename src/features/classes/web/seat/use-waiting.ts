import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { toastFailure, toastSuccess } from '#web/ui/toasts/toast.ts';
import { type ClassCard, joinWaitingList, leaveWaitingList } from '../../contract.ts';
import { useJoinedList } from '../before/use-joined-class.ts';

/** Joins the waiting list of a class and leaves it. `busy` lasts until the lists have been refetched. */
export function useWaiting({ id, title }: Pick<ClassCard, 'id' | 'title'>) {
  const { t } = useTranslation('classes');
  const queryClient = useQueryClient();
  const [, noteJoined] = useJoinedList();
  const onSettled = () => queryClient.invalidateQueries({ queryKey: ['classes'] });
  const join = useMutation({
    mutationFn: () => call(joinWaitingList, { params: { id } }),
    onSuccess() {
      noteJoined(id);
      toastSuccess(t('wait.joined'), title);
    },
    onError: (error) => toastFailure(error, t('wait.joinFailed')),
    onSettled,
  });
  const leave = useMutation({
    mutationFn: () => call(leaveWaitingList, { params: { id } }),
    onSuccess: () => toastSuccess(t('wait.left'), title),
    onError: (error) => toastFailure(error, t('wait.leaveFailed')),
    onSettled,
  });
  return {
    join: () => join.mutate(),
    leave: () => leave.mutate(),
    busy: join.isPending || leave.isPending,
  };
}
