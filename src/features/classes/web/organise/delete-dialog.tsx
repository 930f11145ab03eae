import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { useLast } from '#web/ui/dialogs/use-last.ts';
import { toastFailure, toastSuccess } from '#web/ui/toasts/toast.ts';
import { deleteClass, type ManagedClass } from '../../contract.ts';

/** Asks for confirmation and deletes the class. Closed without a class. */
export function DeleteDialog({
  liveClass,
  onClose,
  onDeleted,
}: {
  liveClass: Pick<ManagedClass, 'id' | 'title' | 'seatsTaken'> | null;
  onClose: () => void;
  onDeleted?: () => void;
}) {
  const { t } = useTranslation('classes');
  const shown = useLast(liveClass);
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: ({ id }: { id: string }) => call(deleteClass, { params: { id } }),
    onSuccess: () => {
      toastSuccess(t('delete.done'));
      onClose();
      onDeleted?.();
    },
    onError: (error) => toastFailure(error, t('delete.failed')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['classes'] }),
  });
  return (
    <ConfirmDialog
      opened={liveClass !== null}
      title={t('delete.title')}
      text={shown && t('delete.text', { title: shown.title, count: shown.seatsTaken })}
      confirmLabel={t('delete.confirm')}
      danger
      busy={remove.isPending}
      onConfirm={() => liveClass && remove.mutate(liveClass)}
      onClose={onClose}
    />
  );
}
