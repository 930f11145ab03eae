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
 * The draft of the plan: this tab's, else from the member's profile, else from the short quiz in this tab. Each change
 * is stored at once and invalidates the plan that was made before it.
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
    /** Undefined while loading, null for a visitor. */
    account: isLoading ? undefined : account,
    /** False while the profile that the draft starts from is loading. */
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
