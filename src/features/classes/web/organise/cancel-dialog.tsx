import { Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { toastFailure, toastSuccess } from '#web/ui/toast.ts';
import { cancelClass, type ManagedClass } from '../../contract.ts';
import { useLast } from '../use-last.ts';

/** Asks why a class is cancelled, and does it. Closed while there is none. */
export function CancelDialog({
  liveClass,
  onClose,
}: {
  liveClass: Pick<ManagedClass, 'id' | 'title' | 'seatsTaken'> | null;
  onClose: () => void;
}) {
  const { t } = useTranslation('classes');
  const shown = useLast(liveClass);
  const queryClient = useQueryClient();
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | null>(null);
  const cancel = useMutation({
    mutationFn: ({ id }: { id: string }) =>
      call(cancelClass, { params: { id }, body: { reason: reason.trim() } }),
    onSuccess: () => {
      toastSuccess(t('cancel.done'));
      setReason('');
      onClose();
    },
    onError: (failure) => toastFailure(failure, t('cancel.failed')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['classes'] }),
  });
  return (
    <ConfirmDialog
      danger
      opened={liveClass !== null}
      title={t('cancel.title')}
      text={shown && t('cancel.text', { title: shown.title, count: shown.seatsTaken })}
      confirmLabel={t('cancel.confirm')}
      dismissLabel={t('cancel.keep')}
      busy={cancel.isPending}
      onConfirm={() => {
        if (reason.trim() === '') setError(t('cancel.noReason'));
        else if (liveClass) cancel.mutate(liveClass);
      }}
      onClose={onClose}
    >
      <Textarea
        label={t('cancel.reason')}
        description={t('cancel.reasonText')}
        withAsterisk
        autosize
        minRows={2}
        maxLength={500}
        value={reason}
        error={error}
        onChange={({ currentTarget }) => {
          setReason(currentTarget.value);
          setError(null);
        }}
        data-autofocus
      />
    </ConfirmDialog>
  );
}
