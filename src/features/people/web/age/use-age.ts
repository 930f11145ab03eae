import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { toastFailure, toastSuccess } from '#web/ui/toasts/toast.ts';
import { answerAge, askGuardianAgain } from '../../contract.ts';

type Answer = { ageGroup: 'adult' } | { ageGroup: 'kid'; guardianEmail?: string };

/** Answers the age question; `askAgain` asks a kid's guardian once more. */
export function useAge() {
  const { t } = useTranslation('people');
  const queryClient = useQueryClient();
  const done = (guardianEmail?: string) => {
    toastSuccess(guardianEmail ? t('age.done', { email: guardianEmail }) : t('age.doneAdult'));
    // Everything that a person sees depends on their age group.
    return queryClient.invalidateQueries();
  };
  const onError = (error: unknown) => toastFailure(error, t('age.failed'));
  const answering = useMutation({
    mutationFn: (answer: Answer) => call(answerAge, { body: answer }),
    onSuccess: (_, answer) => done('guardianEmail' in answer ? answer.guardianEmail : undefined),
    onError,
  });
  const asking = useMutation({
    mutationFn: (guardianEmail: string) => call(askGuardianAgain, { body: { guardianEmail } }),
    onSuccess: (_, guardianEmail) => done(guardianEmail),
    onError,
  });
  return {
    answer: answering.mutate,
    askAgain: asking.mutate,
    busy: answering.isPending || asking.isPending,
  };
}
