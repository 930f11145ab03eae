import type { Ctx } from '#server/ctx.ts';
import { wantMail } from '#server/mail/want-mail.ts';
import { tellAccountChanged } from '../tell-account-changed.ts';

/**
 * Asks a guardian by letter for their consent to a kid's live classes. A new address replaces the one before, whose
 * links end. To be called in a transaction, by the kid's own request.
 */
export async function askGuardian(ctx: Ctx, userId: string, address: string): Promise<void> {
  const { db, now } = ctx;
  const asked = { address, askedAt: now, givenAt: null, revokedAt: null };
  await db
    .insertInto('guardianConsents')
    .values({ userId, ...asked })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(asked))
    .execute();
  await db
    .updateTable('accountLinks')
    .set({ usedAt: now })
    .where('userId', '=', userId)
    .where('purpose', '=', 'guardian-consent')
    .where('usedAt', 'is', null)
    .execute();
  const { locale } = await db
    .selectFrom('users')
    .select('locale')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  await wantMail(ctx, { kind: 'accounts.guardian-consent', address, locale, detail: { userId } });
  await tellAccountChanged(ctx, userId);
}
