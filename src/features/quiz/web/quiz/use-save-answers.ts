import { useQueryClient } from '@tanstack/react-query';
import { bringVideos } from '#features/accounts/web/enter/bring-videos.ts';
import { profileQuery } from '#features/profiles/web/queries.ts';
import { call } from '#web/api/call.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { toastFailure, toastSuccess } from '#web/ui/toasts/toast.ts';
import { type QuizAnswers, saveQuizAnswers } from '../../contract.ts';
import { askAgain } from '../ask-again.ts';
import { failedWords } from '../failed-words.ts';
import { keptAnswers, keptDraft } from '../kept-answers.ts';
import { savedWords } from '../saved-words.ts';

/** Saves the answers of a signed-in member, and tells how it went, also where they have left the page. */
export function useSaveAnswers() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (answers: QuizAnswers) => call(saveQuizAnswers, { body: answers }),
    onSuccess(profile, answers) {
      keptDraft.forget();
      // These answers are newer than any that the browser has stored.
      keptAnswers.forget();
      queryClient.setQueryData(profileQuery.queryKey, profile);
      askAgain(queryClient);
      bringVideos(queryClient);
      toastSuccess(savedWords(answers));
    },
    onError: (error, answers) => toastFailure(error, failedWords(answers)),
  });
}
