import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { newKey } from '#web/api/new-key.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { useAct } from '#web/ui/forms/use-act.ts';
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
  const [idempotencyKey] = useState(newKey);
  const [note, setNote] = useState('');
  const counted = (count: number) => ({ count, figure: number(count) });
  const fulfil = useAct(
    () => {
      const said = note.trim();
      return call(fulfilOrders, { body: { ids: [...ids], ...(said && { note: said }) } }, { idempotencyKey });
    },
    {
      stale: ['store'],
      done: ({ fulfilled, left }) => [
        t('manage.many.done', counted(fulfilled)),
        left > 0 ? t('manage.many.left', counted(left)) : '',
      ],
      failed: t('manage.many.failed'),
      onDone,
    },
  );
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
