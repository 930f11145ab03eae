import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { memberOf } from '#shared/actor.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { lastWayIn } from '../contract.ts';
import { mailOwner } from '../letters/mail-owner.ts';
import { publishAccountChanged } from '../publish-account-changed.ts';
import { deleteSessions } from '../sessions/delete-sessions.ts';
import { refuseEndedSession } from '../sessions/refuse-ended-session.ts';
import type { PasswordChecks } from '../sign-in/password-checks.ts';
import { reauthenticateOwner } from '../sign-in/reauthenticate-owner.ts';

/**
 * Takes an identity off the member's account, never the last way in. Every other session ends, because the person who
 * holds that identity may have one, and the owner is told by a letter. `usable` are the providers that are set.
 * @throws Refusal signInFirst, passwordAgain, signInAgain, wrongPassword, tooMany, notFound, lastWayIn
 */
export async function unlinkIdentity(
  outer: Ctx,
  { passwords, usable }: { passwords: Pick<PasswordChecks, 'verify'>; usable: readonly string[] },
  { id, password }: { id: string; password: string | undefined },
): Promise<void> {
  const member = memberOf(outer.actor);
  await reauthenticateOwner(outer, passwords, member, { password });
  const { userId, sessionId } = member;
  await inTransaction(outer, async (ctx) => {
    const { db } = ctx;
    // If two identities are taken off at once, the second is judged after the first is gone.
    await refuseEndedSession(ctx, member, 'new-rows');
    const methods = await db
      .selectFrom('signInMethods')
      .select(['id', 'providerId'])
      .where('userId', '=', userId)
      .execute();
    const identity = methods.find((method) => method.id === id && method.providerId !== 'credential');
    if (!identity) throw new Refusal(commonRefusals.notFound);
    const leftOver = methods.filter(
      (method) =>
        method.id !== id && (method.providerId === 'credential' || usable.includes(method.providerId)),
    );
    if (leftOver.length === 0) throw new Refusal(lastWayIn);
    await db.deleteFrom('signInMethods').where('id', '=', id).execute();
    await deleteSessions(ctx, userId, { except: sessionId });
    await mailOwner(ctx, userId, 'identity-removed');
    await publishAccountChanged(ctx, userId);
  });
}
