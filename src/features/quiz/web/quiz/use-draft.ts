import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Draft, emptyDraft } from '../../rules.ts';
import { keptDraft } from '../kept-answers.ts';
import { accountQuery, profileQuery } from '../queries.ts';

/**
 * The quiz as far as it is filled in: this tab's draft, else what the signed-in person's profile says already.
 * Each change is kept at once.
 */
export function useDraft() {
  const { data: who, isPending } = useQuery(accountQuery);
  const account = who?.account ?? null;
  const { data: profile } = useQuery({ ...profileQuery, enabled: account !== null });
  const [typed, setTyped] = useState(() => keptDraft.read());
  const kid = account?.ageGroup === 'kid';
  const known = profile ? { ...emptyDraft, languages: profile.languages, level: profile.level } : emptyDraft;
  const draft: Draft = { ...(typed ?? known), ...(kid && { socialMedia: {} }) };
  return {
    draft,
    change(part: Partial<Draft>): void {
      const next = { ...draft, ...part };
      keptDraft.keep(next);
      setTyped(next);
    },
    /** Languages of the profile that the quiz does not offer: whoever has one can keep it. */
    languagesBefore: profile?.languages ?? [],
    /** Whether somebody is signed in; undefined while that is not known. */
    signedIn: isPending ? undefined : account !== null,
    kid,
  };
}
