import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { isRefusal } from '#web/api/call-error.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { toastFailure, toastSuccess } from '#web/ui/toasts/toast.ts';
import { toastUndo } from '#web/ui/toasts/toast-undo.tsx';
import {
  absenceRefusals,
  type ClassCard,
  type Explanation,
  enrolInClass,
  leaveClass,
  leaveLate,
} from '../../contract.ts';
import { refundsLeaving } from '../../rules.ts';
import { takenSeat } from '../before/last-class-of-tab.ts';
import { ownSeatsQuery, seatKey } from '../queries.ts';

/**
 * Takes a seat and gives it back. `busy` lasts until the lists have been refetched. While its toast is open, leaving
 * can be undone, unless the seat was taken since. `onLeft` is called once the seat is given back, before that refetch,
 * and `onLate` where the server answers that leaving now counts as an absence, which `leaveLate` accepts.
 */
export function useSeat(liveClass: ClassCard, onLeft?: () => void, onLate?: () => void) {
  const { id, kind, title, startsAt, isPaid, heldUntil, movedSincePaid, rules } = liveClass;
  /** Giving back a seat that was offered from the waiting list declines it. */
  const isOffered = heldUntil !== null && !isPaid;
  const { t } = useTranslation(['classes', 'shell']);
  const queryClient = useQueryClient();
  const mutationKey = seatKey(id);
  const onSettled = (_: unknown, error: unknown) => {
    const refetched = queryClient.invalidateQueries({ queryKey: ['classes'] });
    // Read also where no page shows it: without a connection the student finds the seat that they have just taken.
    if (!error) void queryClient.prefetchInfiniteQuery(ownSeatsQuery);
    return refetched;
  };
  const enrol = useMutation({
    mutationKey,
    mutationFn: () => call(enrolInClass, { params: { id }, query: { startsAt } }),
    onSuccess() {
      takenSeat.note(id);
      toastSuccess(t('seat.taken'), title);
    },
    onError: (error) => toastFailure(error, t(`seat.enrolFailed.${kind}`)),
    onSettled,
  });
  const isRefunded = () =>
    isPaid &&
    heldUntil === null &&
    (movedSincePaid || refundsLeaving({ startsAt: new Date(startsAt), rules }, new Date()));
  const offerUndo = () =>
    toastUndo({
      title: t('seat.left'),
      message: title,
      undoLabel: t('seat.undo'),
      color: 'feed',
      onUndo: () => enrol.mutate(),
    });

  const leave = useMutation({
    mutationKey,
    mutationFn: () => call(leaveClass, { params: { id } }),
    onSuccess() {
      onLeft?.();
      if (isOffered) toastSuccess(t('wait.declined'), title);
      // Undo enrols without payment, so it is not offered for a seat that was bought.
      else if (isPaid) toastSuccess(t(isRefunded() ? 'seat.leftRefunded' : 'seat.left'), title);
      else offerUndo();
    },
    onError: (error) => {
      if (onLate && isRefusal(error, absenceRefusals.leavesLate.code)) onLate();
      else toastFailure(error, t(isOffered ? 'wait.declineFailed' : 'seat.leaveFailed'));
    },
    onSettled,
  });

  const late = useMutation({
    mutationKey,
    mutationFn: (explanation: Explanation | null) =>
      call(leaveLate, { params: { id }, body: { explanation } }),
    onSuccess() {
      onLeft?.();
      toastSuccess(t('seat.left'), title);
    },
    onError: (error) => toastFailure(error, t('seat.leaveFailed')),
    onSettled,
  });

  return {
    enrol: () => enrol.mutate(),
    leave: () => leave.mutate(),
    /** Gives the seat back and accepts that it counts as an absence. */
    leaveLate: (explanation: Explanation | null) => late.mutate(explanation),
    busy: enrol.isPending || leave.isPending || late.isPending,
  };
}
