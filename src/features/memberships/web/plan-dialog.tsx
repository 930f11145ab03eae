import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { refusalText } from '#web/i18n/refusal-text.ts';
import { useDates } from '#web/i18n/use-dates.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { toastSuccess } from '#web/ui/toasts/toast.ts';
import { useShownAgain } from '#web/use-shown-again.ts';
import type { Offer, OwnMembership, PaidTier } from '../contract.ts';
import { usePlanAct } from './queries.ts';

/** The change of plan that the dialog asks to confirm. */
export type Asking = { act: 'pay' | 'change'; tier: PaidTier; offer: Offer } | { act: 'cancel' | 'resume' };

/** Says what the change costs and when it begins, and makes it once confirmed. */
export function PlanDialog({
  asking,
  membership,
  onClose,
}: {
  asking: Asking | null;
  membership: OwnMembership | null;
  onClose: () => void;
}) {
  const { t } = useTranslation('memberships');
  const plan = usePlanAct();
  const words = useWords(membership);
  useShownAgain(plan.reset);
  if (!asking) return null;
  const isLeaving = asking.act === 'cancel' && membership?.endsAt === null;
  const { offer: _shown, ...wanted } = { offer: undefined, ...asking };
  const confirm = () =>
    plan.mutate(wanted, {
      onSuccess: () => {
        if (asking.act === 'pay') return;
        toastSuccess(isLeaving ? t('dialog.leave.done') : t(`dialog.${asking.act}.done`));
        close();
      },
    });
  const close = () => {
    plan.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      opened
      title={isLeaving ? t('dialog.leave.title') : t(`dialog.${asking.act}.title`)}
      text={words(asking)}
      confirmLabel={isLeaving ? t('dialog.leave.confirm') : t(`dialog.${asking.act}.confirm`)}
      danger={asking.act === 'cancel'}
      // The browser leaves this page for the checkout.
      busy={plan.isPending || (plan.isSuccess && asking.act === 'pay')}
      onClose={close}
      onConfirm={confirm}
    >
      {plan.isError && (
        <Alert color="red" variant="light" role="alert">
          {refusalText(plan.error)}
        </Alert>
      )}
    </ConfirmDialog>
  );
}

function useWords(membership: OwnMembership | null) {
  const { t } = useTranslation(['memberships', 'shell']);
  const { money } = useFigures();
  const { day } = useDates();
  const date = membership?.endsAt ? day(membership.endsAt) : '';
  return (asking: Asking): string => {
    if (asking.act === 'cancel' && membership?.endsAt === null) return t('dialog.leave.text');
    if (!('offer' in asking)) return t(`dialog.${asking.act}.text`, { date });
    const { dueCents, priceCents, currency, action, tier } = asking.offer;
    const name = t(`shell:tiers.${tier}`);
    const monthly = money(priceCents, currency);
    if (asking.act === 'change') {
      return t(action === 'keep' ? 'dialog.change.keep' : 'dialog.change.text', {
        tier: name,
        date,
        monthly,
      });
    }
    const due = money(dueCents, currency);
    return t(action === 'upgrade' ? 'dialog.pay.upgrade' : 'dialog.pay.text', { tier: name, due, monthly });
  };
}
