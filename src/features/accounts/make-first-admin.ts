import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { deleteSessions } from './delete-sessions.ts';
import { endLinks } from './links/account-links.ts';
import { setRole } from './set-role.ts';
import type { Authentication } from './sign-in/create-authentication.ts';

/** Any constant shared by all processes: only one of them makes the first administrator. */
const firstAdminLock = 7_315_002;

/**
 * Makes the administrator that the settings name, unless the community has one already: from then on people
 * change roles in the product, and a forgotten setting must not undo that. Where somebody signed up with that
 * address before, it becomes the organiser's: addresses are not verified, so the configured password is set,
 * and every session, second factor and link of whoever made the account ends. Answers whether there was anything to do.
 */
export async function makeFirstAdmin(
  outer: Ctx,
  authentication: Authentication,
  { email, password }: { email: string; password: string },
): Promise<boolean> {
  const hash = await (await authentication.$context).password.hash(password);
  return inTransaction(outer, async (ctx) => {
    const { db } = ctx;
    await sql`select pg_advisory_xact_lock(${firstAdminLock})`.execute(db);
    // One who can come in: a demo that was closed leaves an administrator who cannot.
    const admin = await db
      .selectFrom('userRoles')
      .innerJoin('signInMethods', 'signInMethods.userId', 'userRoles.userId')
      .select('userRoles.userId')
      .where('role', '=', 'admin')
      .executeTakeFirst();
    if (admin) return false;
    const { id: userId } = await db
      .insertInto('users')
      .values({ email, name: email.slice(0, email.indexOf('@')) })
      .onConflict((taken) =>
        taken
          .column('email')
          .doUpdateSet({ twoFactorEnabled: false, bannedAt: null, banReason: null, updatedAt: sql`now()` }),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    await deleteSessions(ctx, userId);
    await db.deleteFrom('twoFactors').where('userId', '=', userId).execute();
    await endLinks(ctx, userId);
    await db.deleteFrom('signInMethods').where('userId', '=', userId).execute();
    await db
      .insertInto('signInMethods')
      .values({ userId, providerId: 'credential', accountId: userId, password: hash })
      .execute();
    await setRole(ctx, userId, 'admin');
    return true;
  });
}
