import { sql } from 'kysely';
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
  const now = new Date();
  if (invitation) await noteInviter(db, userId, invitation, now);
  // The route that opened the transaction has the letter sent once it has committed.
  const ctx = { db, now, afterCommit: () => {} };
  await wantMail(ctx, {
    kind: 'accounts.verify-email',
    address: email,
    locale: locale ?? 'es',
    detail: { userId },
  });
}

/**
 * Notes by whose link a new account was made, and takes a place of a link that has a limit. A code that does not invite
 * notes no inviter and is no error; an inviter who is noted stays.
 */
export async function noteInviter(db: Db, userId: string, invitation: string, now: Date): Promise<void> {
  await sql`select note_inviter(${userId}, ${invitation}, ${now})`.execute(db);
}
