import type { Profile } from '#features/profiles/contract.ts';
import { readProfile } from '#features/profiles/read-profile.ts';
import { setHandles } from '#features/profiles/set-handles.ts';
import { setPreferences } from '#features/profiles/set-preferences.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { memberOf } from '#shared/actor.ts';
import type { QuizAnswers } from './contract.ts';

/** Stores the preferences and the handles that are not empty, in one transaction. */
export async function saveQuizAnswers(outer: Ctx, answers: QuizAnswers): Promise<Profile> {
  const { ageGroup } = memberOf(outer.actor);
  const { socialMedia, ...preferences } = answers;
  // An empty field means that the step was skipped: it must not delete a handle that the profile has.
  const typed = Object.fromEntries(Object.entries(socialMedia).filter(([, handle]) => handle !== ''));
  return inTransaction(outer, async (ctx) => {
    await setPreferences(ctx, preferences);
    if (ageGroup === 'adult') await setHandles(ctx, typed);
    return readProfile(ctx);
  });
}
