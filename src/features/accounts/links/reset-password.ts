import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { clearAttempts } from '#server/limits/count-attempt.ts';
import type { Role } from '#shared/actor.ts';
import { Refusal } from '#shared/refusal.ts';
import { linkInvalid } from '../contract.ts';
import { mailOwner } from '../letters/mail-owner.ts';
import { publishAccountChanged } from '../publish-account-changed.ts';
import { passwordMinLengthFor } from '../rules.ts';
import { deleteSessions } from '../sessions/delete-sessions.ts';
import { lockPerson } from '../sessions/lock-person.ts';
import { accountKey } from '../sign-in/limit-account.ts';
import { refuseWeakPassword } from '../sign-in/refuse-weak-password.ts';
import { findLink, markLinkUsed } from './account-links.ts';
import { removeOtherWaysIn } from './remove-other-ways-in.ts';

export type Hashing = { hash(password: string): Promise<string> };

/**
 * Sets a new password by a link that was sent to the account's address. Every session and every other link ends.
 * Following the link proves the address. If it was not proved before, another person may have signed up with it: the
 * second factor is switched off, and passkeys, the telephone and identities of providers are removed. If it was proved
 * in a browser without a session of the account, they are removed too, but for the second factor. Answers the address,
 * to sign in with.
 */
export async function resetPassword(
  outer: Ctx,
  settings: { secret: string; passwordMinLength: number; appUrl: string },
  hashing: Hashing,
  { token, password }: { token: string; password: string },
): Promise<{ email: string }> {
  const find = (ctx: Ctx) => findLink(ctx, settings.secret, token, ['reset-password']);
  const { userId } = await find(outer);
  const minLength = passwordMinLengthFor(await findUser(outer, userId), settings.passwordMinLength);
  refuseWeakPassword(password, { minLength, appUrl: settings.appUrl });
  // It takes a while, on purpose, so no row is locked meanwhile.
  const hash = await hashing.hash(password);
  return inTransaction(outer, async (ctx) => {
    const link = await find(ctx);
    const user = link.userId ? await lockPerson(ctx, link.userId, 'new-rows') : undefined;
    // The account has moved to another address since: this mailbox has no say any more.
    if (user?.email !== link.address || user.bannedAt) throw new Refusal(linkInvalid);
    await markLinkUsed(ctx, link);
    await setPassword(ctx, user.id, hash);
    if (!user.emailVerified || user.verifiedElsewhere) {
      await removeOtherWaysIn(ctx, user.id, { keepsFactor: user.emailVerified });
      await ctx.db
        .updateTable('users')
        .set({ emailVerified: true, verifiedElsewhere: false })
        .where('id', '=', user.id)
        .execute();
    }
    await deleteSessions(ctx, user.id);
    // Wrong passwords that strangers tried before keep the owner out no longer.
    await clearAttempts(ctx, accountKey('sign-in', user.email));
    await mailOwner(ctx, user.id, 'password-changed');
    await publishAccountChanged(ctx, user.id);
    return { email: user.email };
  });
}

async function findUser({ db }: Ctx, userId: string | null): Promise<{ role: Role } | null> {
  const user = await db.selectFrom('users').select('role').where('id', '=', userId).executeTakeFirst();
  return user ?? null;
}

async function setPassword({ db, now }: Ctx, userId: string, password: string): Promise<void> {
  await db
    .insertInto('signInMethods')
    .values({ userId, providerId: 'credential', accountId: userId, password })
    .onConflict((conflict) =>
      conflict.columns(['providerId', 'accountId']).doUpdateSet({ password, updatedAt: now }),
    )
    .execute();
}
