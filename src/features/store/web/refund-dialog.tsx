import { useTranslation } from 'react-i18next';
import { useFigures } from '#web/i18n/use-figures.ts';
import { ReasonDialog } from '#web/ui/dialogs/reason-dialog.tsx';
import type { ManagedOrder } from '../contract.ts';
import { useSettle } from './use-settle.ts';

/** Asks for the reason of a refund, which the buyer reads. */
export function RefundDialog({ order, onClose }: { order: ManagedOrder; onClose: () => void }) {
  const { t } = useTranslation('store');
  const { number } = useFigures();
  const settle = useSettle(order, onClose);
  return (
    <ReasonDialog
      question={{
        title: t('manage.refundTitle'),
        text: t('manage.refundText', {
          name: order.buyer.name,
          count: order.price,
          figure: number(order.price),
        }),
        confirmLabel: t('manage.refund'),
        danger: true,
        label: t('manage.reason'),
        hint: t('manage.reasonHint'),
        missing: t('manage.reasonMissing'),
      }}
      busy={settle.isPending}
      onConfirm={(reason) => settle.mutate({ act: 'refund', reason })}
      onClose={onClose}
    />
  );
}
