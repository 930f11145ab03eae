import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { refusalText } from '#web/i18n/refusal-text.ts';
import { useDates } from '#web/i18n/use-dates.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { toastSuccess } from '#web/ui/toasts/toast.ts';
import { useShownAgain } from '#web/use-shown-again.ts';
import type { OwnMembership } from '../contract.ts';
import { type Asking, planDialogWords } from './plan-dialog-words.ts';
import { usePlanAct } from './queries.ts';

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
  const isLeaving = asking?.act === 'cancel' && membership?.endsAt === null;
  const plan = usePlanAct((act) => {
    toastSuccess(isLeaving ? t('dialog.leave.done') : t(`dialog.${act}.done`));
    close();
  });
  const words = useWords(membership);
  useShownAgain(plan.reset);
  const close = () => {
    plan.reset();
    onClose();
  };
  if (!asking) return null;
  return (
    <ConfirmDialog
      opened
      title={isLeaving ? t('dialog.leave.title') : t(`dialog.${asking.act}.title`)}
      text={words(asking)}
      confirmLabel={isLeaving ? t('dialog.leave.confirm') : t(`dialog.${asking.act}.confirm`)}
      dismissLabel={asking.act === 'cancel' ? t('dialog.cancel.keep') : undefined}
      danger={asking.act === 'cancel'}
      // The browser leaves this page for the checkout.
      busy={plan.isPending || (plan.isSuccess && asking.act === 'pay')}
      onClose={close}
      onConfirm={() => plan.mutate(asking)}
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
  const { t, i18n } = useTranslation(['memberships', 'shell']);
  const { money } = useFigures();
  const { day } = useDates();
  const date = membership?.endsAt ? day(membership.endsAt) : '';
  return (asking: Asking): string => {
    const { offer } = { offer: null, ...asking };
    const params = {
      date,
      tier: offer ? t(`shell:tiers.${offer.tier}`) : '',
      replaced: membership ? t(`shell:tiers.${membership.tier}`) : '',
      due: offer ? money(offer.dueCents, offer.currency) : '',
      monthly: offer ? money(offer.priceCents, offer.currency) : '',
    };
    return planDialogWords(asking, membership)
      .map((key) => i18n.t(key, params))
      .join(' ');
  };
}
