import type { Ctx } from '#server/ctx.ts';
import { wantMail } from '#server/mail/want-mail.ts';
import { publishAccountChanged } from '../publish-account-changed.ts';
import { endGuardianLinks } from './end-guardian-links.ts';

/**
 * Asks a guardian by letter for their consent to a kid's live classes. A new address replaces the one before, whose
 * links end. To be called in a transaction, by the kid's own request. Asks nothing where a consent was given, maybe in
 * this moment, or where one was refused, withdrawn or revoked: the kid chooses the address, so only an administrator
 * records another one.
 */
export async function askGuardian(
  ctx: Ctx,
  userId: string,
  address: string,
): Promise<'asked' | 'given' | 'revoked'> {
  const { db, now } = ctx;
  const asked = { address, askedAt: now, givenAt: null, addressProved: false };
  const isAsked = await db
    .insertInto('guardianConsents')
    .values({ userId, ...asked })
    .onConflict((conflict) =>
      conflict
        .column('userId')
        .doUpdateSet(asked)
        .where('guardianConsents.givenAt', 'is', null)
        .where('guardianConsents.revokedAt', 'is', null),
    )
    .returning('userId')
    .executeTakeFirst();
  if (!isAsked) {
    const { revokedAt } = await db
      .selectFrom('guardianConsents')
      .select('revokedAt')
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow();
    return revokedAt === null ? 'given' : 'revoked';
  }
  await endGuardianLinks(ctx, userId);
  const { locale } = await db
    .selectFrom('users')
    .select('locale')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  await wantMail(ctx, { kind: 'accounts.guardian-consent', address, locale, detail: { userId } });
  await publishAccountChanged(ctx, userId);
  return 'asked';
}
