import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Member } from '#shared/actor.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { mailOwner } from '../letters/mail-owner.ts';
import { publishAccountChanged } from '../publish-account-changed.ts';
import { deleteSessions } from '../sessions/delete-sessions.ts';
import type { PasswordChecks } from '../sign-in/password-checks.ts';
import { reauthenticateOwner } from '../sign-in/reauthenticate-owner.ts';

/**
 * Removes a passkey, and ends every other session: the device that held it may be lost, and signed in. Every person has
 * another way in, because an account is made with one. As with adding one, it is the owner who asks: a stolen session
 * must not sign the owner's devices out.
 * @throws Refusal passwordAgain, signInAgain, wrongPassword, tooMany, and notFound, also for a passkey of another
 * person
 */
export async function removePasskey(
  outer: Ctx,
  passwords: Pick<PasswordChecks, 'verify'>,
  member: Member,
  { id, password }: { id: string; password?: string | undefined },
): Promise<void> {
  const { userId, sessionId } = member;
  await reauthenticateOwner(outer, passwords, member, { password });
  await inTransaction(outer, async (ctx) => {
    const { db } = ctx;
    const removed = await db
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('userId', '=', userId)
      .returning('id')
      .executeTakeFirst();
    if (!removed) throw new Refusal(commonRefusals.notFound);
    await deleteSessions(ctx, userId, { except: sessionId });
    await mailOwner(ctx, userId, 'passkey-removed');
    await publishAccountChanged(ctx, userId);
  });
}
