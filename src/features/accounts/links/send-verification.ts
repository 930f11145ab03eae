import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { wantMail } from '#server/mail/want-mail.ts';
import { memberOf } from '#shared/actor.ts';
import { Refusal } from '#shared/refusal.ts';
import { alreadyVerified } from '../contract.ts';
import { accountLimits } from '../rules.ts';
import { accountKey } from '../sign-in/limit-account.ts';
import { limitMessages } from './limit-messages.ts';

/**
 * Wants the letter that confirms the member's address, again. It may be another person's, who gets so many a day.
 * @throws Refusal alreadyVerified, tooMany, lettersUsedUp
 */
export async function sendVerification(outer: Ctx, network: string): Promise<void> {
  const { userId } = memberOf(outer.actor);
  const { email, emailVerified, locale } = await outer.db
    .selectFrom('users')
    .select(['email', 'emailVerified', 'locale'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (emailVerified) throw new Refusal(alreadyVerified);
  const often = { key: accountKey('verification', userId), limit: accountLimits.letters };
  await limitMessages(outer, { kind: 'letters', to: email, often, from: { network, device: null } });
  await inTransaction(outer, (ctx) =>
    wantMail(ctx, { kind: 'accounts.verify-email', address: email, locale, detail: { userId } }),
  );
}
