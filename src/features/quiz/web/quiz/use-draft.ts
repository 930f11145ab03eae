import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { wasSignedIn } from '#features/accounts/web/session/remembered-session.ts';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { profileQuery } from '#features/profiles/web/queries.ts';
import { findLanguage } from '#shared/languages.ts';
import { type Draft, emptyDraft } from '../../rules.ts';
import { keptDraft } from '../kept-answers.ts';

/**
 * The draft of the quiz: this tab's, else from the member's profile. Each change is stored at once. A language in the
 * address (`?language=fr`) is chosen once.
 */
export function useDraft() {
  const { account, isLoading, error } = useAccount();
  const isKnown = !isLoading && error === null;
  const { data: profile, ...ofMember } = useQuery({ ...profileQuery, enabled: account !== null });
  const [typed, setTyped] = useState(() => keptDraft.read());
  const kid = account?.ageGroup === 'kid';
  const ofProfile = profile
    ? { ...emptyDraft, languages: profile.languages, level: profile.level }
    : emptyDraft;
  const draft: Draft = { ...(typed ?? ofProfile), ...(kid && { socialMedia: {} }) };
  /**
   * False while the profile that a member's draft starts from is not here: a first choice on an empty draft would
   * leave out, and take away when it is saved, what the profile has. A browser in which no person was signed in asks
   * at once.
   */
  const ready = typed !== null || (isKnown ? account === null || profile !== undefined : !wasSignedIn());
  function change(part: Partial<Draft>): void {
    const next = { ...draft, ...part };
    keptDraft.keep(next);
    setTyped(next);
  }
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const asked = findLanguage(search.get('language') ?? '')?.code;
  useEffect(() => {
    if (!asked || !ready) return;
    change({ languages: [...new Set([...draft.languages, asked])] });
    // The way back to this step chooses nothing again.
    navigate('/quiz', { replace: true });
  }, [asked, ready]);
  return {
    draft,
    change,
    ready,
    /** Why that profile could not be read; null without a failure, and where the draft does not need it. */
    error: typed === null && !profile ? ofMember.error : null,
    readAgain: ofMember.refetch,
    /** The profile's languages, so that a member can keep one that the quiz does not offer. */
    languagesBefore: profile?.languages ?? [],
    /** Undefined while it is not known. */
    signedIn: isKnown ? account !== null : undefined,
    kid,
  };
}
