import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { wantMail } from '#server/mail/want-mail.ts';
import { forgetRequests } from '#server/own-data/forget-requests.ts';
import { goneName, type Leaver } from '#server/own-data/own-data.ts';
import { mexicoCity } from '#shared/time/zones.ts';
import { deleteSessions } from '../sessions/delete-sessions.ts';

/**
 * Erases an account but for its id, which cannot sign in. A last letter tells the owner, another one a kid's guardian
 * whose consent is in force and who proved their address; the address is kept in the outbox until it was sent. Deletes
 * the waiting letters, messages and links of the account, and those that name no account but go to an address or number
 * which the owner proved. Those of other accounts stay, whatever address they go to.
 */
export async function eraseAccount(ctx: Ctx, { userId, provedEmail }: Leaver): Promise<void> {
  const { db, now } = ctx;
  // An adult who was a kid has a stored consent too, and a consent may have been revoked, or recorded by an
  // administrator for an address that the kid only typed.
  const { email, locale, guardian } = await db
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.userId', 'users.id')
    .select(['email', 'locale'])
    .select(
      sql<string | null>`case when age_group = 'kid' then guardian_address(users.id) end`.as('guardian'),
    )
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();
  await db.deleteFrom('guardianConsents').where('userId', '=', userId).execute();
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
      zone: mexicoCity,
      locale: 'es',
      deletedAt: now,
      updatedAt: now,
    })
    .where('id', '=', userId)
    .execute();
  await wantMail(ctx, { kind: 'accounts.account-deleted', address: email, locale });
  if (guardian !== null)
    await wantMail(ctx, { kind: 'accounts.kid-account-deleted', address: guardian, locale });
}
