import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { useAct } from '#web/ui/forms/use-act.ts';
import { type ClassCard, joinWaitingList, leaveWaitingList } from '../../contract.ts';
import { isOpenToAllWaiting, seatsLeft } from '../../rules.ts';
import { joinedList } from '../before/last-class-of-tab.ts';
import { seatKey } from '../queries.ts';

/**
 * Joins the waiting list of a class and leaves it. `busy` lasts until the lists have been refetched, `onLeft` is called
 * before.
 */
export function useWaiting(liveClass: ClassCard, onLeft?: () => void) {
  const { id, title, startsAt, rules } = liveClass;
  const { t } = useTranslation('classes');
  const mutationKey = seatKey(id);
  const join = useAct(() => call(joinWaitingList, { params: { id } }), {
    mutationKey,
    stale: ['classes'],
    done() {
      // In the last hour a free seat is open to them at once.
      const isOpen =
        seatsLeft(liveClass) > 0 && isOpenToAllWaiting({ startsAt: new Date(startsAt), rules }, new Date());
      return [t(isOpen ? 'wait.open' : 'wait.joined'), title];
    },
    failed: t('wait.joinFailed'),
    onDone: () => joinedList.note(id),
  });
  const leave = useAct(() => call(leaveWaitingList, { params: { id } }), {
    mutationKey,
    stale: ['classes'],
    done: [t('wait.left'), title],
    failed: t('wait.leaveFailed'),
    onDone: onLeft,
  });
  return {
    join: () => join.mutate(),
    leave: () => leave.mutate(),
    busy: join.isPending || leave.isPending,
  };
}
