import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newKey } from '#web/api/new-key.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { ReasonDialog } from '#web/ui/dialogs/reason-dialog.tsx';
import { toastFailure, toastSuccess } from '#web/ui/toasts/toast.ts';
import { handMethods, type OverseenPayment } from '../contract.ts';
import { isGivenBackByHand } from '../rules.ts';
import { useGiveBack } from './queries.ts';
import { refundReasonText } from './refund-reason-text.ts';

/**
 * Asks how the money of a refund was given back; closed while `payment` is null. If the refund failed, the
 * administrator has to give a reason. What was paid by hand or by voucher goes back by hand, and a note that is left
 * out is the reason of the refund. One opening has one idempotency key, so a second press notes nothing more.
 */
export function GiveBackDialog({
  payment,
  onClose,
}: {
  payment: OverseenPayment | null;
  onClose: () => void;
}) {
  const { t, i18n } = useTranslation('payments');
  const { money } = useFigures();
  const giveBack = useGiveBack({
    onSuccess({ person }) {
      toastSuccess(t('giveBack.done'), person.name);
      onClose();
    },
    onError: (error) => toastFailure(error, t('giveBack.failed')),
  });
  const [method, setMethod] = useState<string>(handMethods[0]);
  const [key, setKey] = useState(newKey);
  const [asked, setAsked] = useState(payment);
  if (asked !== payment) {
    setAsked(payment);
    if (payment) {
      setKey(newKey());
      setMethod(handMethods.find((each) => each === payment.method) ?? handMethods[0]);
    }
  }
  const isByHand = payment !== null && isGivenBackByHand(payment);
  const amountOf = ({ paidOtherwise, ...wanted }: OverseenPayment) => {
    const { amountCents, currency } = paidOtherwise ?? wanted;
    return money(amountCents, currency);
  };
  const confirm = (typed: string) => {
    const chosen = handMethods.find((each) => each === method);
    if (!payment || !chosen) return;
    const { refundReason } = payment;
    const known = refundReason ? refundReasonText(refundReason, i18n) : t('giveBack.byHand.open');
    const reason = typed || inOneLine(known);
    giveBack.mutate({ id: payment.id, key, method: chosen, reason });
  };
  return (
    <ReasonDialog
      question={
        payment && {
          title: t(isByHand ? 'giveBack.byHand.title' : 'giveBack.title'),
          text: t(isByHand ? 'giveBack.byHand.text' : 'giveBack.text', {
            amount: amountOf(payment),
            name: payment.person.name,
          }),
          confirmLabel: t('giveBack.confirm'),
          label: t(isByHand ? 'paid.note' : 'refund.reason'),
          missing: isByHand ? undefined : t('refund.missing'),
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

const inOneLine = (words: string) => words.trim().replaceAll(/\s+/g, ' ');
