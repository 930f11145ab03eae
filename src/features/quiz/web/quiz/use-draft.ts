import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { profileQuery } from '#features/profiles/web/queries.ts';
import { type Draft, emptyDraft } from '../../rules.ts';
import { keptDraft } from '../kept-answers.ts';

/**
 * The quiz as far as it is filled in: this tab's draft, else what the signed-in person's profile says already.
 * Each change is kept at once.
 */
export function useDraft() {
  const { account, isLoading } = useAccount();
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
    signedIn: isLoading ? undefined : account !== null,
    kid,
  };
}
