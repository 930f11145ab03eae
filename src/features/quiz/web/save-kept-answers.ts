import type { QueryClient } from '@tanstack/react-query';
import type { Account } from '#features/accounts/contract.ts';
import { bringVideos } from '#features/accounts/web/enter/bring-videos.ts';
import { CallError } from '#web/api/call-error.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { toastError, toastSuccess } from '#web/ui/toasts/toast.ts';
import { answersOf, readDraft } from '../rules.ts';
import { askAgain } from './ask-again.ts';
import { deliverKeptAnswers, deliverKeptPlan } from './deliver-kept-answers.ts';
import { failedWords } from './failed-words.ts';
import { keptAnswers } from './kept-answers.ts';
import { savedWords } from './saved-words.ts';

/**
 * Saves the quiz and plan answers stored in the browser, and says so. After a failure, which it shows unless
 * `failureShown`, they stay. Returns whether a failure has been shown.
 */
export async function saveKeptAnswers(
  account: Account,
  queryClient: QueryClient,
  failureShown: boolean,
): Promise<boolean> {
  let failed = failureShown;
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
      if (!failed && !signedOut) toastError(failure, i18n.t('failedLater', { ns: 'quiz' }));
      failed = true;
    }
  }
  await give(
    () => deliverKeptAnswers(account),
    (answers) => {
      bringVideos(queryClient);
      toastSuccess(savedWords(answers));
    },
    failedWords(answersOf(readDraft(keptAnswers.read()), { kid: account.ageGroup === 'kid' })),
  );
  // After the short quiz, because the plan's answers are more complete and must win.
  await give(
    () => deliverKeptPlan(account),
    () => toastSuccess(i18n.t('plan.saved', { ns: 'quiz' })),
    i18n.t('plan.savedLater', { ns: 'quiz' }),
  );
  return failed;
}
