import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { ReasonDialog } from '#web/ui/dialogs/reason-dialog.tsx';
import { toastFailure, toastSuccess } from '#web/ui/toast.ts';
import { cancelClass, type ManagedClass } from '../../contract.ts';

/** Asks for the reason and cancels the class. Closed without a class. */
export function CancelDialog({
  liveClass,
  onClose,
}: {
  liveClass: Pick<ManagedClass, 'id' | 'title' | 'seatsTaken'> | null;
  onClose: () => void;
}) {
  const { t } = useTranslation('classes');
  const queryClient = useQueryClient();
  const cancel = useMutation({
    mutationFn: ({ id, reason }: { id: string; reason: string }) =>
      call(cancelClass, { params: { id }, body: { reason } }),
    onSuccess: () => {
      toastSuccess(t('cancel.done'));
      onClose();
    },
    onError: (failure) => toastFailure(failure, t('cancel.failed')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['classes'] }),
  });
  return (
    <ReasonDialog
      question={
        liveClass && {
          title: t('cancel.title'),
          text: t('cancel.text', { title: liveClass.title, count: liveClass.seatsTaken }),
          confirmLabel: t('cancel.confirm'),
          dismissLabel: t('cancel.keep'),
          danger: true,
          label: t('cancel.reason'),
          hint: t('cancel.reasonText'),
          missing: t('cancel.noReason'),
        }
      }
      busy={cancel.isPending}
      onConfirm={(reason) => liveClass && cancel.mutate({ id: liveClass.id, reason })}
      onClose={onClose}
    />
  );
}
