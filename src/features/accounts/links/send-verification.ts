import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { wantMail } from '#server/mail/want-mail.ts';
import type { Member } from '#shared/actor.ts';
import { Refusal } from '#shared/refusal.ts';
import { alreadyVerified } from '../contract.ts';
import { accountLimits } from '../rules.ts';
import { limitAccount } from '../sign-in/limit-account.ts';

/** Wants the letter that confirms the member's address, again: a few times in half an hour. */
export async function sendVerification(outer: Ctx, { userId }: Member): Promise<void> {
  const { email, emailVerified, locale } = await outer.db
    .selectFrom('users')
    .select(['email', 'emailVerified', 'locale'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (emailVerified) throw new Refusal(alreadyVerified);
  await limitAccount(outer, 'verification', userId, accountLimits.letters);
  await inTransaction(outer, (ctx) =>
    wantMail(ctx, { kind: 'accounts.verify-email', address: email, locale, detail: { userId } }),
  );
}
