import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newKey } from '#web/api/new-key.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { ReasonDialog } from '#web/ui/dialogs/reason-dialog.tsx';
import { toastFailure, toastSuccess } from '#web/ui/toasts/toast.ts';
import { handMethods, type OverseenPayment } from '../contract.ts';
import { useGiveBack } from './queries.ts';

/**
 * Asks how the money of a failed refund was given back, and why so; closed while `payment` is null. One opening has one
 * idempotency key, so a second press notes nothing more.
 */
export function GiveBackDialog({
  payment,
  onClose,
}: {
  payment: OverseenPayment | null;
  onClose: () => void;
}) {
  const { t } = useTranslation('payments');
  const { money } = useFigures();
  const giveBack = useGiveBack();
  const [method, setMethod] = useState<string>(handMethods[0]);
  const [key, setKey] = useState(newKey);
  const [asked, setAsked] = useState(payment);
  if (asked !== payment) {
    setAsked(payment);
    if (payment) {
      setKey(newKey());
      setMethod(handMethods[0]);
    }
  }
  const confirm = (reason: string) => {
    const chosen = handMethods.find((each) => each === method);
    if (!payment || !chosen) return;
    giveBack.mutate(
      { id: payment.id, key, method: chosen, reason },
      {
        onSuccess: () => {
          toastSuccess(t('giveBack.done'), payment.person.name);
          onClose();
        },
        onError: (error) => toastFailure(error, t('giveBack.failed')),
      },
    );
  };
  return (
    <ReasonDialog
      question={
        payment && {
          title: t('giveBack.title'),
          text: t('giveBack.text', {
            amount: money(payment.amountCents, payment.currency),
            name: payment.person.name,
          }),
          confirmLabel: t('giveBack.confirm'),
          label: t('refund.reason'),
          missing: t('refund.missing'),
          oneLine: true,
          children: (
            <NativeSelect
              label={t('giveBack.method')}
              data={handMethods.map((value) => ({ value, label: t(`methods.${value}`) }))}
              value={method}
              onChange={({ currentTarget }) => setMethod(currentTarget.value)}
            />
          ),
        }
      }
      busy={giveBack.isPending}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
