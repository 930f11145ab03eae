import { publishAccountChanged } from '#features/accounts/publish-account-changed.ts';
import { lockExistingPerson } from '#features/accounts/sessions/lock-person.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { memberOf } from '#shared/actor.ts';
import { commonRefusals } from '#shared/refusal.ts';
import type { Preferences, Profile } from './contract.ts';

/** Preferences to change; a missing one stays as it is. */
type Wishes = Partial<Pick<Profile, 'goals' | 'learningStyle' | 'availableTime' | 'modality'>>;

/**
 * What a member learns and how far they are, which decides the classes and videos they are shown; and, where they
 * said it, how they want to learn.
 */
export async function setPreferences(
  outer: Ctx,
  { languages, level, goals, learningStyle, availableTime, modality }: Preferences & Wishes,
): Promise<void> {
  const { userId } = memberOf(outer.actor);
  await inTransaction(outer, async (ctx) => {
    await lockExistingPerson(ctx, userId, commonRefusals.signInFirst);
    await ctx.db
      .updateTable('profiles')
      .set({
        languages: [...new Set(languages)],
        level,
        ...(goals && { goals: [...new Set(goals)] }),
        ...(learningStyle && { learningStyle: [...new Set(learningStyle)] }),
        ...(availableTime !== undefined && { availableTime }),
        ...(modality && { modality: [...new Set(modality)] }),
        updatedAt: ctx.now,
      })
      .where('userId', '=', userId)
      .execute();
    await publish(ctx, { kind: 'profiles.changed', audience: [userId] });
    await publishAccountChanged(ctx, userId);
  });
}
