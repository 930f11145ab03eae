import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { ReasonDialog } from '#web/ui/dialogs/reason-dialog.tsx';
import { toastFailure, toastSuccess } from '#web/ui/toasts/toast.ts';
import { type ManagedClass, removeFromWaitingList, removeStudent } from '../../contract.ts';
import { rosterQuery } from '../managed-queries.ts';

/** Who is removed, and what they have: a seat, one that is held while they pay or while it is offered, or a wait. */
export type Removed = {
  userId: string;
  name: string;
  has: 'seat' | 'paid-seat' | 'seat-to-pay' | 'offer' | 'wait';
};

/**
 * Says what it means for a student to lose their seat, or their place in the waiting list, asks for a reason and takes
 * it away. Closed without a person.
 */
export function RemoveStudentDialog({
  liveClass: { id, title },
  person,
  onRemoved,
  onClose,
}: {
  liveClass: Pick<ManagedClass, 'id' | 'title'>;
  person: Removed | null;
  onRemoved: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('classes');
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: ({ userId, has, reason }: Removed & { reason: string }) =>
      call(has === 'wait' ? removeFromWaitingList : removeStudent, {
        params: { id, userId },
        body: reason === '' ? {} : { reason },
      }),
    onSuccess: (roster, { name, has }) => {
      queryClient.setQueryData(rosterQuery(id).queryKey, roster);
      toastSuccess(t(isWaiting(has) ? 'roll.remove.doneWaiting' : 'roll.remove.done', { name }));
      onRemoved();
    },
    onError: (error) => toastFailure(error, t('roll.remove.failed')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['classes'] }),
  });
  return (
    <ReasonDialog
      question={
        person && {
          title: t('roll.remove.title', { name: person.name }),
          text: isWaiting(person.has)
            ? t('roll.remove.waiting', { title })
            : person.has === 'seat-to-pay'
              ? t('roll.remove.paying', { title })
              : [t('roll.remove.text', { title }), person.has === 'paid-seat' && t('roll.remove.paid')]
                  .filter(Boolean)
                  .join(' '),
          confirmLabel: t('roll.remove.confirm'),
          dismissLabel: t('roll.remove.keep'),
          danger: true,
          label: t('roll.remove.reason'),
          hint: t('roll.remove.reasonText'),
        }
      }
      busy={remove.isPending}
      onConfirm={(reason) => person && remove.mutate({ ...person, reason })}
      onClose={onClose}
    />
  );
}

/** An offer was never their seat. */
const isWaiting = (has: Removed['has']) => has === 'offer' || has === 'wait';
