import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Outlet } from 'react-router';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { keptAnswersText, keptPlanText } from './kept-texts.ts';

/**
 * A layout around the members' pages that saves the quiz and plan answers stored in the browser. It retries when the
 * network is back and at every visit until the answers are saved.
 */
export default function SaveQuizAnswers() {
  const queryClient = useQueryClient();
  const { account } = useAccount();

  useEffect(() => {
    if (!account) return;
    let failureShown = false;
    const attempt = async () => {
      if (keptAnswersText.read() === null && keptPlanText.read() === null) return;
      // Loaded only where something is stored: it validates, and every member's page has this layout.
      const { saveKeptAnswers } = await import('./save-kept-answers.ts');
      failureShown = await saveKeptAnswers(account, queryClient, failureShown);
    };
    // Without a connection the code may not come either: the next attempt is that of the event.
    const attemptOrWait = () => void attempt().catch(() => {});
    attemptOrWait();
    window.addEventListener('online', attemptOrWait);
    return () => window.removeEventListener('online', attemptOrWait);
  }, [account?.id]);

  return <Outlet />;
}
