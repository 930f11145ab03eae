import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { readAccount } from '#features/accounts/contract.ts';
import { readProfile } from '#features/profiles/contract.ts';
import { syncVideos } from '#features/videos/contract.ts';
import { call } from '#web/api/call.ts';
import { type Contact, makePlan, type PlanAnswers, type QuizAnswers, saveQuizAnswers } from '../contract.ts';
import { keptAnswers, keptDraft } from './kept-answers.ts';
import { keptPlan, keptPlanAnswers, keptPlanDraft } from './plan/kept-plan.ts';

export const accountQuery = queryOptions({
  queryKey: ['accounts', 'me'],
  queryFn: ({ signal }) => call(readAccount, undefined, { signal }),
});

export const profileQuery = queryOptions({
  queryKey: ['profiles', 'me'],
  queryFn: ({ signal }) => call(readProfile, undefined, { signal }),
});

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

/**
 * Has new videos fetched in what somebody now learns. Nobody waits for it, and where it fails nobody hears of it:
 * the clock does the same before long.
 */
export function bringVideos(queryClient: QueryClient): void {
  const userId = queryClient.getQueryData(accountQuery.queryKey)?.account?.id;
  if (userId) call(syncVideos, { body: { userId } }).catch(() => {});
}
