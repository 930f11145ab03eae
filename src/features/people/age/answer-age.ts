import { askGuardian } from '#features/accounts/guardian/ask-guardian.ts';
import { limitMessages } from '#features/accounts/links/limit-messages.ts';
import { publishAccountChanged } from '#features/accounts/publish-account-changed.ts';
import { listAdministrators } from '#features/accounts/roles/list-administrators.ts';
import { accountLimits } from '#features/accounts/rules.ts';
import { accountKey } from '#features/accounts/sign-in/limit-account.ts';
import { leaveClassesOfOtherAgeGroup } from '#features/classes/seats/leave-classes-of-other-age-group.ts';
import { notify } from '#features/notifications/notify.ts';
import { setAgeGroup } from '#features/profiles/set-age-group.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { type AgeGroup, memberOf } from '#shared/actor.ts';
import { Refusal } from '#shared/refusal.ts';
import { peopleRefusals } from '../contract.ts';

/**
 * A member says once whether they are an adult or a kid. A kid names a guardian, who is asked by letter and without
 * whose consent the kid joins no live class; seats in adults' classes are given back. Only an administrator changes the
 * answer later.
 * @throws Refusal ageAnswered, guardianNeeded, tooMany, lettersUsedUp
 */
export async function answerAge(
  outer: Ctx,
  { ageGroup, guardianEmail }: { ageGroup: AgeGroup; guardianEmail?: string | undefined },
): Promise<{ ageGroup: AgeGroup }> {
  const { userId } = memberOf(outer.actor);
  return inTransaction(outer, async (ctx) => {
    // The lock makes two answers at once follow each other; the second finds the first.
    const person = await ctx.db
      .selectFrom('profiles')
      .innerJoin('users', 'users.id', 'profiles.userId')
      .select(['profiles.ageAnswered', 'profiles.ageGroup', 'users.email'])
      .where('profiles.userId', '=', userId)
      .forUpdate('profiles')
      .executeTakeFirstOrThrow();
    if (person.ageAnswered || person.ageGroup === 'kid') throw new Refusal(peopleRefusals.ageAnswered);
    if (ageGroup === 'kid') {
      await askOwnGuardian(ctx, guardianEmail, person.email);
      await leaveClassesOfOtherAgeGroup(ctx, userId, ageGroup);
    }
    await setAgeGroup(ctx, userId, ageGroup);
    await publishAccountChanged(ctx, userId);
    return { ageGroup };
  });
}

/**
 * A kid asks their guardian again, or names another one, of which administrators are told. After a consent was revoked,
 * only an administrator records another one.
 * @throws Refusal noGuardianNeeded, guardianNeeded, consentRevoked, tooMany, lettersUsedUp
 */
export async function askGuardianAgain(outer: Ctx, guardianEmail: string): Promise<{ asked: boolean }> {
  const { userId, ageGroup, guardianConsent } = memberOf(outer.actor);
  if (ageGroup === 'adult' || guardianConsent) throw new Refusal(peopleRefusals.noGuardianNeeded);
  return inTransaction(outer, async (ctx) => {
    const { email, address } = await ctx.db
      .selectFrom('users')
      .leftJoin('guardianConsents', 'guardianConsents.userId', 'users.id')
      .select(['users.email', 'guardianConsents.address'])
      .where('users.id', '=', userId)
      .forUpdate('users')
      .executeTakeFirstOrThrow();
    await askOwnGuardian(ctx, guardianEmail, email);
    if (address !== null && address !== guardianEmail) await notifyOtherGuardian(ctx, userId);
    return { asked: true };
  });
}

async function askOwnGuardian(ctx: Ctx, guardianEmail: string | undefined, own: string): Promise<void> {
  const { userId } = memberOf(ctx.actor);
  if (!guardianEmail || guardianEmail === own) throw new Refusal(peopleRefusals.guardianNeeded);
  const often = { key: accountKey('guardian', userId), limit: accountLimits.letters };
  await limitMessages(ctx, { kind: 'letters', to: guardianEmail, often });
  if (!(await askGuardian(ctx, userId, guardianEmail))) throw new Refusal(peopleRefusals.consentRevoked);
}

/** A kid could name a mailbox of their own. Once a day a kid, in UTC, so that a kid fills no administrator's bell. */
async function notifyOtherGuardian(ctx: Ctx, userId: string): Promise<void> {
  await notify(ctx, {
    to: await listAdministrators(ctx),
    kind: 'people.guardian-changed',
    link: `/admin/students?person=${userId}`,
    once: `guardian-changed:${userId}:${ctx.now.toISOString().slice(0, 10)}`,
  });
}
