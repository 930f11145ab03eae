import { publishToAdministrators } from '#features/accounts/roles/publish-to-administrators.ts';
import { refuseEndedSession } from '#features/accounts/sessions/refuse-ended-session.ts';
import type { PasswordChecks } from '#features/accounts/sign-in/password-checks.ts';
import { reauthenticateOwner } from '#features/accounts/sign-in/reauthenticate-owner.ts';
import { lockAdministrators } from '#features/people/lock-administrators.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { OwnData } from '#server/own-data/own-data.ts';
import { memberOf } from '#shared/actor.ts';
import { Refusal } from '#shared/refusal.ts';
import { classesFirst, typedOtherwise } from '../contract.ts';
import { countClassesToGive } from './preview-deletion.ts';

type Parts = { passwords: Pick<PasswordChecks, 'verify'>; ownData: readonly OwnData[] };

/**
 * Deletes the member's account for good, all of it in one transaction: each feature erases what it stores, and what
 * others rely on stays under an id without a person (decisions/0019). Sessions and streams end with the commit.
 * @throws Refusal signInFirst, passwordAgain, signInAgain, wrongPassword, tooMany, typedOtherwise, classesFirst,
 * lastAdmin
 */
export async function deleteAccount(
  outer: Ctx,
  { passwords, ownData }: Parts,
  { password, typed }: { password?: string | undefined; typed: string },
): Promise<{ deleted: true }> {
  const member = memberOf(outer.actor);
  const { userId } = member;
  await reauthenticateOwner(outer, passwords, member, { password, always: true });
  return inTransaction(outer, async (ctx) => {
    const owner = await refuseEndedSession(ctx, member);
    if (typed.trim().toLowerCase() !== owner.email) throw new Refusal(typedOtherwise);
    if (owner.role === 'admin') await lockAdministrators(ctx, userId);
    const classes = await countClassesToGive(ctx, userId);
    if (classes > 0) throw new Refusal(classesFirst, { classes });
    // `every-own-data.ts` says why in this order.
    const { email, emailVerified, image } = owner;
    const leaver = { userId, provedEmail: emailVerified ? email : null, image };
    for (const { erase } of ownData.toReversed()) await erase?.(ctx, leaver);
    await publishToAdministrators(ctx, 'people.changed');
    return { deleted: true } as const;
  });
}
