import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFigures } from '#web/i18n/use-figures.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { type ManagedOrder, refundOrder } from '../contract.ts';
import { useSettle } from './use-settle.ts';

/** Asks why the coins go back: the buyer will read it. */
export function RefundDialog({ order, onClose }: { order: ManagedOrder; onClose: () => void }) {
  const { t } = useTranslation('store');
  const { number } = useFigures();
  const [reason, setReason] = useState('');
  const [wrong, setWrong] = useState(false);
  const settle = useSettle(order, onClose);
  const confirm = () => {
    if (refundOrder.body?.safeParse({ reason }).success) settle.mutate({ act: 'refund', reason });
    else setWrong(true);
  };
  return (
    <ConfirmDialog
      opened
      title={t('manage.refundTitle')}
      text={t('manage.refundText', {
        name: order.buyer.name,
        count: order.price,
        figure: number(order.price),
      })}
      confirmLabel={t('manage.refund')}
      danger
      busy={settle.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Textarea
        label={t('manage.reason')}
        description={t('manage.reasonHint')}
        required
        autosize
        minRows={2}
        maxLength={500}
        data-autofocus
        value={reason}
        error={wrong && t('manage.reasonMissing')}
        onChange={({ currentTarget }) => {
          setReason(currentTarget.value);
          setWrong(false);
        }}
      />
    </ConfirmDialog>
  );
}
