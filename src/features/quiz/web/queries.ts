import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { bringVideos } from '#features/accounts/web/enter/bring-videos.ts';
import { profileQuery } from '#features/profiles/web/queries.ts';
import { call } from '#web/api/call.ts';
import { type Contact, makePlan, type PlanAnswers, type QuizAnswers, saveQuizAnswers } from '../contract.ts';
import { keptAnswers, keptDraft } from './kept-answers.ts';
import { keptPlan, keptPlanAnswers, keptPlanDraft } from './plan/kept-plan.ts';

/** Saves the answers of the signed-in person, who is giving them now. */
export function useSaveAnswers() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (answers: QuizAnswers) => call(saveQuizAnswers, { body: answers }),
    onSuccess(profile) {
      keptDraft.forget();
      // Whatever waited here was said before this.
      keptAnswers.forget();
      queryClient.setQueryData(profileQuery.queryKey, profile);
      askAgain(queryClient);
      bringVideos(queryClient);
    },
  });
}

/** Makes the plan of whoever asks: `personId` is null for a visitor, whose answers then wait for an account. */
export function useMakePlan(personId: string | null) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ contact, ...answers }: PlanAnswers & { contact?: Contact }) =>
      call(makePlan, { body: contact ? { ...answers, contact } : answers }),
    onSuccess(plan, { contact: _known, ...answers }) {
      keptPlan.keep(personId, plan);
      if (personId === null) keptPlanAnswers.keep(answers);
      else {
        keptPlanDraft.forget();
        keptPlanAnswers.forget();
        askAgain(queryClient);
      }
    },
  });
}

/** What a person learns decides what they are shown. */
export function askAgain(queryClient: QueryClient): void {
  for (const feature of ['accounts', 'profiles', 'classes']) {
    void queryClient.invalidateQueries({ queryKey: [feature] });
  }
}
