import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import { bringVideos } from '#features/accounts/web/enter/bring-videos.ts';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { CallError } from '#web/api/call-error.ts';
import { toastError, toastSuccess } from '#web/ui/toast.ts';
import { deliverKeptAnswers, deliverKeptPlan } from './deliver-kept-answers.ts';
import { askAgain } from './queries.ts';

/**
 * A layout around the pages of the signed-in: whoever arrives with answers to the quiz or the personal plan waiting
 * in the browser has them saved, once. It is tried again when the network comes back and at every visit until it
 * worked.
 */
export default function SaveQuizAnswers() {
  const { t } = useTranslation('quiz');
  const queryClient = useQueryClient();
  const { account } = useAccount();

  useEffect(() => {
    if (!account) return;
    let told = false;
    async function give<Answers>(
      deliver: () => Promise<Answers | null>,
      onSaved: (saved: Answers) => void,
      failure: string,
    ) {
      try {
        const saved = await deliver();
        if (saved === null) return;
        askAgain(queryClient);
        onSaved(saved);
      } catch (error) {
        const signedOut = error instanceof CallError && error.status === 401;
        if (!told && !signedOut) toastError(failure, t('failedLater'));
        told = true;
      }
    }
    const attempt = async () => {
      await give(
        () => deliverKeptAnswers(account),
        ({ socialMedia }) => {
          bringVideos(queryClient);
          if (Object.keys(socialMedia).length > 0) toastSuccess(t('saved'));
        },
        t('failed'),
      );
      // After the short quiz: where both were answered, the plan is what says more.
      await give(
        () => deliverKeptPlan(account),
        () => toastSuccess(t('plan.saved')),
        t('plan.savedLater'),
      );
    };
    void attempt();
    window.addEventListener('online', attempt);
    return () => window.removeEventListener('online', attempt);
  }, [account?.id]);

  return <Outlet />;
}
