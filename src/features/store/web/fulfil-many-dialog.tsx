import { Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { newKey } from '#web/api/new-key.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { toastFailure, toastSuccess } from '#web/ui/toasts/toast.ts';
import { fulfilOrders } from '../contract.ts';

/** Hands the orders over with one note for all. Like that of one order, it has one idempotency key. */
export function FulfilManyDialog({
  ids,
  onDone,
  onClose,
}: {
  ids: readonly string[];
  onDone: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('store');
  const { number } = useFigures();
  const queryClient = useQueryClient();
  const [idempotencyKey] = useState(newKey);
  const [note, setNote] = useState('');
  const counted = (count: number) => ({ count, figure: number(count) });
  const fulfil = useMutation({
    mutationFn: () => {
      const said = note.trim();
      return call(fulfilOrders, { body: { ids: [...ids], ...(said && { note: said }) } }, { idempotencyKey });
    },
    onSuccess: ({ fulfilled, left }) => {
      toastSuccess(
        t('manage.many.done', counted(fulfilled)),
        left > 0 ? t('manage.many.left', counted(left)) : '',
      );
      onDone();
    },
    onError: (error) => toastFailure(error, t('manage.many.failed')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['store'] }),
  });
  return (
    <ConfirmDialog
      opened
      title={t('manage.many.title')}
      text={t('manage.many.text')}
      confirmLabel={t('manage.many.fulfil', counted(ids.length))}
      busy={fulfil.isPending}
      onConfirm={() => fulfil.mutate()}
      onClose={onClose}
    >
      <Textarea
        label={t('manage.note')}
        description={t('manage.many.noteHint')}
        autosize
        minRows={2}
        maxLength={500}
        data-autofocus
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
