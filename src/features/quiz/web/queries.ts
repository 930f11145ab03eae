import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { bringVideos } from '#features/accounts/web/enter/bring-videos.ts';
import { profileQuery } from '#features/profiles/web/queries.ts';
import { call } from '#web/api/call.ts';
import { type Contact, makePlan, type PlanAnswers, type QuizAnswers, saveQuizAnswers } from '../contract.ts';
import { keptAnswers, keptDraft } from './kept-answers.ts';
import { keptPlan, keptPlanAnswers, keptPlanDraft } from './plan/kept-plan.ts';

/** Saves the answers of a signed-in member. */
export function useSaveAnswers() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (answers: QuizAnswers) => call(saveQuizAnswers, { body: answers }),
    onSuccess(profile) {
      keptDraft.forget();
      // These answers are newer than any that the browser has stored.
      keptAnswers.forget();
      queryClient.setQueryData(profileQuery.queryKey, profile);
      askAgain(queryClient);
      bringVideos(queryClient);
    },
  });
}

/** Makes a plan. `personId` is null for a visitor, whose answers are then stored until there is an account. */
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

/** Invalidates every query: a member's languages decide what each page shows. */
export function askAgain(queryClient: QueryClient): void {
  for (const feature of ['accounts', 'profiles', 'classes']) {
    void queryClient.invalidateQueries({ queryKey: [feature] });
  }
}
