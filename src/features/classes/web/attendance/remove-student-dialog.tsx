import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { ReasonDialog } from '#web/ui/dialogs/reason-dialog.tsx';
import { toastFailure, toastSuccess } from '#web/ui/toasts/toast.ts';
import { type ManagedClass, type RosterEntry, removeStudent } from '../../contract.ts';
import { rosterQuery } from '../managed-queries.ts';

/** Says what it means for a student to lose their seat, asks for a reason and takes it away. Closed without a person. */
export function RemoveStudentDialog({
  liveClass: { id, title },
  person,
  onRemoved,
  onClose,
}: {
  liveClass: Pick<ManagedClass, 'id' | 'title'>;
  person: Pick<RosterEntry, 'userId' | 'name' | 'paid'> | null;
  onRemoved: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('classes');
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: ({ userId, reason }: { userId: string; name: string; reason: string }) =>
      call(removeStudent, { params: { id, userId }, body: reason === '' ? {} : { reason } }),
    onSuccess: (roster, { name }) => {
      queryClient.setQueryData(rosterQuery(id).queryKey, roster);
      toastSuccess(t('roll.remove.done', { name }));
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
          text: [t('roll.remove.text', { title }), person.paid && t('roll.remove.paid')]
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
