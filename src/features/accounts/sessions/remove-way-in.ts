import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { memberOf } from '#shared/actor.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { mailOwner } from '../letters/mail-owner.ts';
import { publishAccountChanged } from '../publish-account-changed.ts';
import type { PasswordChecks } from '../sign-in/password-checks.ts';
import { reauthenticateOwner } from '../sign-in/reauthenticate-owner.ts';
import { deleteSessions } from './delete-sessions.ts';
import { refuseEndedSession } from './refuse-ended-session.ts';

/**
 * Removes what a person could sign in with, tells them by mail, and ends every other session: who holds what is removed
 * may have one. Every person has another way in, because an account is made with one. It is the owner who asks: a
 * stolen session must not sign the owner's devices out. `remove` answers whether there was anything to remove.
 * @throws Refusal signInFirst, passwordAgain, signInAgain, wrongPassword, tooMany, notFound
 */
export async function removeWayIn(
  outer: Ctx,
  passwords: Pick<PasswordChecks, 'verify'>,
  {
    password,
    letter,
    remove,
  }: {
    password: string | undefined;
    letter: Parameters<typeof mailOwner>[2];
    remove: (ctx: Ctx) => Promise<boolean>;
  },
): Promise<void> {
  const member = memberOf(outer.actor);
  const { userId, sessionId } = member;
  await reauthenticateOwner(outer, passwords, member, { password });
  await inTransaction(outer, async (ctx) => {
    await refuseEndedSession(ctx, member, 'new-rows');
    if (!(await remove(ctx))) throw new Refusal(commonRefusals.notFound);
    await deleteSessions(ctx, userId, { except: sessionId });
    await mailOwner(ctx, userId, letter);
    await publishAccountChanged(ctx, userId);
  });
}
