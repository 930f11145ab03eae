import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { useLast } from '#web/ui/dialogs/use-last.ts';
import { useAct } from '#web/ui/forms/use-act.ts';
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
  const remove = useAct(({ id }: { id: string }) => call(deleteClass, { params: { id } }), {
    stale: ['classes'],
    done: t('delete.done'),
    failed: t('delete.failed'),
    onDone() {
      onClose();
      onDeleted?.();
    },
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
