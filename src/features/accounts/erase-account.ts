import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { wantMail } from '#server/mail/want-mail.ts';
import { forgetRequests } from '#server/own-data/forget-requests.ts';
import { goneName, type Leaver } from '#server/own-data/own-data.ts';
import { deleteSessions } from './sessions/delete-sessions.ts';

/**
 * Leaves of an account an id that cannot sign in, without a name or an address, and has the owner told by a last letter, a
 * kid's guardian too. The letter's address stands in the outbox until it has gone.
 */
export async function eraseAccount(ctx: Ctx, { userId, email }: Leaver): Promise<void> {
  const { db, now } = ctx;
  const { locale } = await db
    .selectFrom('users')
    .select('locale')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const guardians = await db
    .deleteFrom('guardianConsents')
    .where('userId', '=', userId)
    .returning('address')
    .execute();
  const addresses = [email, ...guardians.map(({ address }) => address)];
  const phones = await db.deleteFrom('phones').where('userId', '=', userId).returning('number').execute();
  const told = [...addresses, ...phones.map(({ number }) => number)];
  await forgetRequests(ctx, userId, told);
  await deleteSessions(ctx, userId);
  for (const table of [
    'signInMethods',
    'twoFactors',
    'passkeys',
    'passkeyChallenges',
    'demoPasswords',
    'usedCodes',
  ] as const) {
    await db.deleteFrom(table).where('userId', '=', userId).execute();
  }
  await sql`delete from account_links where user_id = ${userId} or address = any(${told}::text[])`.execute(
    db,
  );
  await db.deleteFrom('inviteLinks').where('userId', '=', userId).execute();
  await db.deleteFrom('userRoles').where('userId', '=', userId).where('role', '<>', 'student').execute();
  await sql`insert into user_roles (user_id, role) values (${userId}, 'student') on conflict do nothing`.execute(
    db,
  );
  await db
    .updateTable('users')
    .set({
      name: goneName,
      nameAnswered: true,
      email: `${userId}@deleted.invalid`,
      emailVerified: false,
      image: null,
      nameAlias: null,
      aliasImage: null,
      nameHiddenAt: null,
      nameHiddenReason: null,
      nameChosenAt: null,
      invitedBy: null,
      invitedByLink: null,
      twoFactorEnabled: false,
      bannedAt: now,
      banReason: null,
      zone: 'America/Mexico_City',
      locale: 'es',
      deletedAt: now,
      updatedAt: now,
    })
    .where('id', '=', userId)
    .execute();
  for (const address of addresses) await wantMail(ctx, { kind: 'accounts.account-deleted', address, locale });
}
