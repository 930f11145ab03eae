import { useTranslation } from 'react-i18next';
import { useFigures } from '#web/i18n/use-figures.ts';
import { ReasonDialog } from '#web/ui/dialogs/reason-dialog.tsx';
import { toastFailure, toastSuccess } from '#web/ui/toasts/toast.ts';
import type { OverseenPayment } from '../contract.ts';
import { isGivenBackByHand } from '../rules.ts';
import { useRefund } from './queries.ts';
import { usePaidFor } from './use-paid-for.ts';

/** Asks for the reason of a refund; closed while `payment` is null. */
export function RefundDialog({ payment, onClose }: { payment: OverseenPayment | null; onClose: () => void }) {
  const { t } = useTranslation('payments');
  const { money } = useFigures();
  const paidFor = usePaidFor();
  const isByHand = payment !== null && isGivenBackByHand(payment);
  // The payer of a voucher is not before the administrator, as one who paid by hand is.
  const doneAs = payment?.method === 'oxxo' ? 'doneOwed' : isByHand ? 'doneByHand' : 'done';
  const refund = useRefund({
    onSuccess({ person }) {
      toastSuccess(t(`refund.${doneAs}`), person.name);
      onClose();
    },
    onError: (error) => toastFailure(error, t('refund.failed')),
  });
  return (
    <ReasonDialog
      question={
        payment && {
          title: t('refund.title'),
          text: [
            t(payment.kind === 'single' ? 'refund.textSeat' : 'refund.textPlan', {
              amount: money(payment.amountCents, payment.currency),
              name: payment.person.name,
              what: paidFor(payment),
            }),
            ...(isByHand ? [t('refund.byHand')] : []),
          ].join(' '),
          confirmLabel: t('refund.confirm'),
          danger: true,
          label: t('refund.reason'),
          missing: t('refund.missing'),
          oneLine: true,
        }
      }
      busy={refund.isPending}
      onConfirm={(reason) => payment && refund.mutate({ id: payment.id, reason })}
      onClose={onClose}
    />
  );
}
