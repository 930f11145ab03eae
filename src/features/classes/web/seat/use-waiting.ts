import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { toastFailure, toastSuccess } from '#web/ui/toasts/toast.ts';
import { type ClassCard, joinWaitingList, leaveWaitingList } from '../../contract.ts';
import { isOpenToAllWaiting, seatsLeft } from '../../rules.ts';
import { joinedList } from '../before/last-class-of-tab.ts';
import { seatKey } from '../queries.ts';
import { useClock } from '../use-clock.ts';

/** Joins the waiting list of a class and leaves it. `busy` lasts until the lists have been refetched. */
export function useWaiting(liveClass: ClassCard) {
  const { id, title, startsAt, rules } = liveClass;
  const { t } = useTranslation('classes');
  const { now } = useClock();
  const queryClient = useQueryClient();
  const mutationKey = seatKey(id);
  const onSettled = () => queryClient.invalidateQueries({ queryKey: ['classes'] });
  const join = useMutation({
    mutationKey,
    mutationFn: () => call(joinWaitingList, { params: { id } }),
    onSuccess() {
      joinedList.note(id);
      // In the last hour a free seat is open to them at once.
      const isOpen =
        seatsLeft(liveClass) > 0 && isOpenToAllWaiting({ startsAt: new Date(startsAt), rules }, now);
      toastSuccess(t(isOpen ? 'wait.open' : 'wait.joined'), title);
    },
    onError: (error) => toastFailure(error, t('wait.joinFailed')),
    onSettled,
  });
  const leave = useMutation({
    mutationKey,
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
