import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { wantMail } from '#server/mail/want-mail.ts';
import { ownPath } from '#shared/own-path.ts';
import { accountLimits } from '../rules.ts';
import { accountKey } from '../sign-in/limit-account.ts';
import { type AskedFrom, limitMessages } from './limit-messages.ts';

/**
 * Asks for a letter with a link to a new password. The account is looked up only when the letter is written
 * (`write-letter.ts`), so the answer and its duration are the same for an address without an account. `from` is the
 * page that the person wanted, to which the link leads on. @throws Refusal tooMany, lettersUsedUp
 */
export async function requestPasswordReset(
  ctx: Ctx,
  { email: address, from }: { email: string; from?: string | undefined },
  askedFrom: AskedFrom,
): Promise<void> {
  const often = { key: accountKey('reset', address), limit: accountLimits.reset };
  await limitMessages(ctx, { kind: 'letters', to: address, often, from: askedFrom });
  // The letter is written in the language of the account, if there is one.
  const detail = { from: ownPath(from) };
  const letter = { kind: 'accounts.reset-password', address, locale: 'es' as const, detail };
  await inTransaction(ctx, (ctx) => wantMail(ctx, letter));
}
