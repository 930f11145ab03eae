import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import { bringVideos } from '#features/accounts/web/enter/bring-videos.ts';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { CallError } from '#web/api/call-error.ts';
import { toastError, toastSuccess } from '#web/ui/toast.ts';
import { askAgain } from './ask-again.ts';
import { keptAnswersText, keptPlanText } from './kept-texts.ts';
import { savedWords } from './saved-words.ts';

/** Loaded only where something is stored: it validates, and every member's page has this layout. */
const delivery = () => import('./deliver-kept-answers.ts');

/**
 * A layout around the members' pages that saves the quiz and plan answers stored in the browser. It retries when the
 * network is back and at every visit until the answers are saved.
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
      if (keptAnswersText.read() === null && keptPlanText.read() === null) return;
      await give(
        async () => (await delivery()).deliverKeptAnswers(account),
        (answers) => {
          bringVideos(queryClient);
          toastSuccess(savedWords(answers));
        },
        t('failed'),
      );
      // After the short quiz, because the plan's answers are more complete and must win.
      await give(
        async () => (await delivery()).deliverKeptPlan(account),
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
