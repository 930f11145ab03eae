import { listAdministrators } from '#features/accounts/roles/list-administrators.ts';
import { personAddress } from '#features/accounts/rules.ts';
import { lockExistingPerson } from '#features/accounts/sessions/lock-person.ts';
import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { memberOf } from '#shared/actor.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { utcDay } from '#shared/time/calendar-days.ts';
import { peopleRefusals } from '../contract.ts';
import { askOwnGuardian } from './ask-own-guardian.ts';

/**
 * A kid asks their guardian again, or names another one, of which administrators are told. After a consent was refused
 * or revoked, only an administrator records another one.
 * @throws Refusal signInFirst, noGuardianNeeded, guardianNeeded, consentRevoked, tooMany, lettersUsedUp
 */
export async function askGuardianAgain(
  outer: Ctx,
  { guardianEmail, network }: { guardianEmail: string; network: string },
): Promise<{ asked: boolean }> {
  const { userId, ageGroup, guardianConsent } = memberOf(outer.actor);
  if (ageGroup === 'adult' || guardianConsent) throw new Refusal(peopleRefusals.noGuardianNeeded);
  return inTransaction(outer, async (ctx) => {
    const { email: own } = await lockExistingPerson(ctx, userId, commonRefusals.signInFirst);
    const asked = await ctx.db
      .selectFrom('guardianConsents')
      .select('address')
      .where('userId', '=', userId)
      .executeTakeFirst();
    await askOwnGuardian(ctx, { guardianEmail, own, network });
    if (asked?.address && asked.address !== guardianEmail) await notifyOtherGuardian(ctx, userId);
    return { asked: true };
  });
}

/** A kid could name a mailbox of their own. Once a day a kid, in UTC, so that a kid fills no administrator's bell. */
async function notifyOtherGuardian(ctx: Ctx, userId: string): Promise<void> {
  await notify(ctx, {
    to: await listAdministrators(ctx),
    kind: 'people.guardian-changed',
    link: personAddress(userId),
    once: `guardian-changed:${userId}:${utcDay(ctx.now)}`,
  });
}
