import { awaitGuardian } from '#features/accounts/guardian/await-guardian.ts';
import { publishAccountChanged } from '#features/accounts/publish-account-changed.ts';
import { lockExistingPerson } from '#features/accounts/sessions/lock-person.ts';
import { leaveClassesOfOtherAgeGroup } from '#features/classes/seats/leave-classes-of-other-age-group.ts';
import { stopPlanWithoutConsent } from '#features/memberships/change/stop-plan-without-consent.ts';
import { lockProfiles } from '#features/profiles/lock-profiles.ts';
import { setAgeGroup } from '#features/profiles/set-age-group.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { type AgeGroup, memberOf } from '#shared/actor.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { peopleRefusals } from '../contract.ts';
import { askOwnGuardian } from './ask-own-guardian.ts';

/**
 * A member says once whether they are an adult or a kid. A kid names a guardian, who is asked by letter, now or later
 * (`ask-guardian-again.ts`): a child who does not know the address by heart is a kid all the same. Without the consent
 * the kid joins no live class and pays for no plan; seats in adults' classes are given back. Only an administrator
 * changes the answer later.
 * @throws Refusal signInFirst, ageAnswered, guardianNeeded for the kid's own address, tooMany, lettersUsedUp
 */
export async function answerAge(
  outer: Ctx,
  {
    ageGroup,
    guardianEmail,
    network,
  }: { ageGroup: AgeGroup; guardianEmail?: string | undefined; network: string },
): Promise<{ ageGroup: AgeGroup }> {
  const { userId } = memberOf(outer.actor);
  return inTransaction(outer, async (ctx) => {
    // Before the profile's, as every act on a person locks them.
    const { email: own } = await lockExistingPerson(ctx, userId, commonRefusals.signInFirst);
    // The lock makes two answers at once follow each other; the second finds the first.
    await lockProfiles(ctx, [userId]);
    const before = await ctx.db
      .selectFrom('profiles')
      .select(['ageAnswered', 'ageGroup'])
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow();
    if (before.ageAnswered || before.ageGroup === 'kid') throw new Refusal(peopleRefusals.ageAnswered);
    if (ageGroup === 'kid') {
      if (guardianEmail) await askOwnGuardian(ctx, { guardianEmail, own, network });
      else await awaitGuardian(ctx, userId);
      await leaveClassesOfOtherAgeGroup(ctx, userId, ageGroup);
    }
    await setAgeGroup(ctx, userId, ageGroup);
    await stopPlanWithoutConsent(ctx, userId);
    await publishAccountChanged(ctx, userId);
    return { ageGroup };
  });
}
