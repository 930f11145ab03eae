import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { wantMail } from '#server/mail/want-mail.ts';
import { forgetRequests } from '#server/own-data/forget-requests.ts';
import { goneName, type Leaver } from '#server/own-data/own-data.ts';
import { deleteSessions } from '../sessions/delete-sessions.ts';

/**
 * Leaves of an account an id that cannot sign in, without a name or an address, and has the owner told by a last
 * letter, a kid's guardian who consented too. The letter's address stands in the outbox until it has gone. Letters,
 * messages and links go that are of the account; those that name no account, where the owner proved the address or the
 * number. What concerns another account stays, whatever address it goes to.
 */
export async function eraseAccount(ctx: Ctx, { userId, provedEmail }: Leaver): Promise<void> {
  const { db, now } = ctx;
  const { email, locale } = await db
    .selectFrom('users')
    .select(['email', 'locale'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const guardians = await db
    .deleteFrom('guardianConsents')
    .where('userId', '=', userId)
    .returning(['address', 'givenAt'])
    .execute();
  const phones = await db.deleteFrom('phones').where('userId', '=', userId).returning('number').execute();
  const proved = [...(provedEmail ? [provedEmail] : []), ...phones.map(({ number }) => number)];
  await forgetRequests(ctx, userId, proved);
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
  await sql`delete from account_links
    where user_id = ${userId} or (user_id is null and address = any(${proved}::text[]))`.execute(db);
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
  // The kid named the guardian: only a guardian who consented is known to have the address.
  const guardianAddresses = guardians.filter(({ givenAt }) => givenAt !== null).map(({ address }) => address);
  for (const address of [email, ...guardianAddresses])
    await wantMail(ctx, { kind: 'accounts.account-deleted', address, locale });
}
