import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { toastFailure, toastSuccess } from '#web/ui/toast.ts';
import type { OverseenPayment } from '../contract.ts';
import { useRefund } from './queries.ts';
import { useMoney } from './use-money.ts';
import { usePaidFor } from './use-paid-for.ts';

/** Asks why a payment is given back; closed while there is none. */
export function RefundDialog({ payment, onClose }: { payment: OverseenPayment | null; onClose: () => void }) {
  const { t } = useTranslation('payments');
  const { money } = useMoney();
  const paidFor = usePaidFor();
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const refund = useRefund();
  const close = () => {
    setReason('');
    setMissing(false);
    onClose();
  };
  const confirm = () => {
    if (!payment) return;
    if (reason.trim() === '') return setMissing(true);
    refund.mutate(
      { id: payment.id, reason: reason.trim().replaceAll(/\s+/g, ' ') },
      {
        onSuccess: () => {
          toastSuccess(t('refund.done'), payment.person.name);
          close();
        },
        onError: (error) => toastFailure(error, t('refund.failed')),
      },
    );
  };
  const text = payment && {
    amount: money(payment.amountCents, payment.currency),
    name: payment.person.name,
    what: paidFor(payment),
  };
  return (
    <ConfirmDialog
      opened={payment !== null}
      title={t('refund.title')}
      text={text && t(payment.kind === 'single' ? 'refund.textSeat' : 'refund.textPlan', text)}
      confirmLabel={t('refund.confirm')}
      danger
      busy={refund.isPending}
      onClose={close}
      onConfirm={confirm}
    >
      <Textarea
        label={t('refund.reason')}
        required
        maxLength={300}
        autosize
        minRows={2}
        value={reason}
        error={missing && reason.trim() === '' && t('refund.missing')}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
