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
 * Removes the member's telephone, and ends every other session: the person who holds that telephone may have one. A
 * member has another way in, because an account is made with one and a telephone never counts as the last.
 * @throws Refusal passwordAgain, signInAgain, wrongPassword, tooMany, notFound
 */
export async function removePhone(
  outer: Ctx,
  passwords: Pick<PasswordChecks, 'verify'>,
  member: Member,
  password: string | undefined,
): Promise<void> {
  const { userId, sessionId } = member;
  await reauthenticateOwner(outer, passwords, member, { password });
  await inTransaction(outer, async (ctx) => {
    const { db } = ctx;
    const removed = await db
      .deleteFrom('phones')
      .where('userId', '=', userId)
      .returning('id')
      .executeTakeFirst();
    if (!removed) throw new Refusal(commonRefusals.notFound);
    await deleteSessions(ctx, userId, { except: sessionId });
    await mailOwner(ctx, userId, 'phone-removed');
    await publishAccountChanged(ctx, userId);
  });
}
