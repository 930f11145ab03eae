import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccount } from '#features/accounts/web/use-account.ts';
import type { Profile } from '#features/profiles/contract.ts';
import { profileQuery } from '#features/profiles/web/queries.ts';
import type { Draft } from '../../rules.ts';
import { keptDraft } from '../kept-answers.ts';
import { keptPlan, keptPlanDraft } from './kept-plan.ts';
import { emptyPlanDraft, type PlanDraft, readPlanDraft } from './plan-draft.ts';

/**
 * The plan's questions as far as they are answered: this tab's draft, else what the signed-in person's profile says
 * already, else what the short quiz was told in this tab. Each change is kept at once, and makes the plan that was
 * made before it one of the past.
 */
export function usePlanDraft() {
  const { account, isLoading } = useAccount();
  const { data: profile, isError: failed } = useQuery({ ...profileQuery, enabled: account !== null });
  const [typed, setTyped] = useState(() => keptPlanDraft.read());
  const draft = typed ?? (profile ? fromProfile(profile) : fromShortQuiz(keptDraft.read()));
  return {
    draft,
    change(part: Partial<PlanDraft>): void {
      const next = { ...draft, ...part };
      keptPlanDraft.keep(next);
      keptPlan.forget();
      setTyped(next);
    },
    /** Undefined while it is not known whether somebody is signed in, else who, or null. */
    account: isLoading ? undefined : account,
    /** False while what the draft begins with is still on its way. */
    ready: typed !== null || (!isLoading && (account === null || profile !== undefined || failed)),
  };
}

function fromProfile({
  languages,
  level,
  goals,
  learningStyle,
  availableTime,
  modality,
}: Profile): PlanDraft {
  return readPlanDraft({ language: languages[0], level, goals, learningStyle, availableTime, modality });
}

function fromShortQuiz(draft: Draft | null): PlanDraft {
  return draft ? readPlanDraft({ language: draft.languages[0], level: draft.level }) : emptyPlanDraft;
}
