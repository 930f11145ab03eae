import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { toastFailure } from '#web/ui/toasts/toast.ts';
import { type Contact, makePlan, type PlanAnswers } from '../../contract.ts';
import { askAgain } from '../ask-again.ts';
import { keptPlan, keptPlanAnswers, keptPlanDraft } from './kept-plan.ts';

/**
 * Makes a plan, and tells a failure also where its page was left. `personId` is null for a visitor, whose answers are
 * then stored until there is an account.
 */
export function useMakePlan(personId: string | null) {
  const { t } = useTranslation('quiz');
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ contact, ...answers }: PlanAnswers & { contact?: Contact }) =>
      call(makePlan, { body: contact ? { ...answers, contact } : answers }),
    onSuccess(plan, { contact, ...answers }) {
      keptPlan.keep(personId, plan);
      if (personId === null) keptPlanAnswers.keep({ ...answers, country: contact?.country });
      else {
        keptPlanDraft.forget();
        keptPlanAnswers.forget();
        askAgain(queryClient);
      }
    },
    onError: (error) => toastFailure(error, t('plan.failed')),
  });
}
