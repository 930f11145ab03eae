import type { Db } from '#server/db/connect.ts';
import { wantMail } from '#server/mail/want-mail.ts';
import type { NewcomerTraits } from './newcomer-traits.ts';

/**
 * Runs in the transaction of a sign-up: stores the zone and language that the browser sent, and wants the letter that
 * confirms the address.
 */
export async function welcomeNewcomer(
  db: Db,
  userId: string,
  { zone, locale }: NewcomerTraits,
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
  // The route that opened the transaction has the letter sent once it has committed.
  const ctx = { db, now: new Date(), afterCommit: () => {} };
  await wantMail(ctx, {
    kind: 'accounts.verify-email',
    address: email,
    locale: locale ?? 'es',
    detail: { userId },
  });
}
