import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import { CallError } from '#web/api/call-error.ts';
import { toastError, toastSuccess } from '#web/ui/toast.ts';
import { deliverKeptAnswers } from './deliver-kept-answers.ts';
import { accountQuery, askAgain } from './queries.ts';

/**
 * A layout around the pages of the signed-in: whoever arrives with answers to the quiz waiting in the browser has
 * them saved, once. It is tried again when the network comes back and at every visit until it worked.
 */
export default function SaveQuizAnswers() {
  const { t } = useTranslation('quiz');
  const queryClient = useQueryClient();
  const account = useQuery(accountQuery).data?.account;

  useEffect(() => {
    if (!account) return;
    let told = false;
    const attempt = async () => {
      try {
        const saved = await deliverKeptAnswers(account);
        if (!saved) return;
        askAgain(queryClient);
        if (Object.keys(saved.socialMedia).length > 0) toastSuccess(t('saved'));
      } catch (error) {
        const signedOut = error instanceof CallError && error.status === 401;
        if (!told && !signedOut) toastError(t('failed'), t('failedLater'));
        told = true;
      }
    };
    void attempt();
    window.addEventListener('online', attempt);
    return () => window.removeEventListener('online', attempt);
  }, [account?.id]);

  return <Outlet />;
}
