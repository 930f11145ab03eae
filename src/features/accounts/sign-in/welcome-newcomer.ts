import type { Db } from '#server/db/connect.ts';
import { wantMail } from '#server/mail/want-mail.ts';
import type { NewcomerTraits } from './newcomer-traits.ts';

/**
 * Runs in the transaction of a sign-up: stores the zone and language that the browser sent and who invited the
 * person, and wants the letter that confirms the address.
 */
export async function welcomeNewcomer(
  db: Db,
  userId: string,
  { zone, locale, invitation }: NewcomerTraits,
): Promise<void> {
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (zone || locale) {
    await db
      .updateTable('users')
      .set({ ...(zone && { zone }), ...(locale && { locale }) })
      .where('id', '=', userId)
      .execute();
  }
  if (invitation) await noteInviter(db, userId, invitation);
  // The route that opened the transaction has the letter sent once it has committed.
  const ctx = { db, now: new Date(), afterCommit: () => {} };
  await wantMail(ctx, {
    kind: 'accounts.verify-email',
    address: email,
    locale: locale ?? 'es',
    detail: { userId },
  });
}

/**
 * Notes by whose link a new account was made. An unknown code, one's own, or that of an account that was banned or deleted
 * notes no inviter; one who is noted stays.
 */
export async function noteInviter(db: Db, userId: string, invitation: string): Promise<void> {
  await db
    .updateTable('users')
    .from('users as inviter')
    .set((row) => ({ invitedBy: row.ref('inviter.id') }))
    .where('users.id', '=', userId)
    .where('users.invitedBy', 'is', null)
    .where('inviter.inviteCode', '=', invitation)
    .whereRef('inviter.id', '<>', 'users.id')
    .where('inviter.bannedAt', 'is', null)
    .execute();
}
