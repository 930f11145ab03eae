import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { endLinks } from '../links/account-links.ts';
import { removeOtherWaysIn } from '../links/remove-other-ways-in.ts';
import { deleteSessions } from '../sessions/delete-sessions.ts';
import type { Authentication } from '../sign-in/create-authentication.ts';
import { nameInAddress } from '../sign-in/newcomer-name.ts';
import { listAdministrators } from './list-administrators.ts';
import { setRole } from './set-role.ts';

/** Any constant shared by all processes: only one of them makes the first administrator. */
const firstAdminLock = 7_315_002;

/**
 * Makes the administrator that the settings name, unless the community has one beside the demo's: from then on
 * administrators change roles in the product, and a forgotten setting must not undo that. An account that has this
 * address already becomes the operator's. The settings vouch for the address. It may not have been verified before,
 * so the configured password is set, and every session, link and way in of the person who made it ends.
 * Answers whether it made an administrator.
 */
export async function makeFirstAdmin(
  outer: Ctx,
  authentication: Authentication,
  {
    email,
    password,
    demoAddresses = [],
  }: { email: string; password: string; demoAddresses?: readonly string[] },
): Promise<boolean> {
  const hash = await (await authentication.$context).password.hash(password);
  return inTransaction(outer, async (ctx) => {
    const { db } = ctx;
    await sql`select pg_advisory_xact_lock(${firstAdminLock})`.execute(db);
    const ownAdmin = await db
      .selectFrom('users')
      .select('id')
      .where('id', '=', sql<string>`any(${await listAdministrators(ctx)}::uuid[])`)
      .where('email', '<>', sql<string>`all(${[...demoAddresses]}::text[])`)
      .executeTakeFirst();
    if (ownAdmin) return false;
    const { id: userId } = await db
      .insertInto('users')
      .values({ email, name: nameInAddress(email), emailVerified: true })
      .onConflict((taken) =>
        taken.column('email').doUpdateSet({
          emailVerified: true,
          bannedAt: null,
          banReason: null,
          updatedAt: sql`now()`,
        }),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    await deleteSessions(ctx, userId);
    await removeOtherWaysIn(ctx, userId);
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
