import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { wantMail } from '#server/mail/want-mail.ts';
import { ownPath } from '#shared/own-path.ts';
import { accountLimits } from '../rules.ts';
import { limitAccount } from '../sign-in/limit-account.ts';

/**
 * Asks for a letter with a link to a new password. The account is looked up only when the letter is written
 * (`write-letter.ts`), so the answer and its duration are the same for an address without an account. `from` is the
 * page that the person wanted, to which the link leads on.
 */
export async function requestPasswordReset(ctx: Ctx, address: string, from?: string): Promise<void> {
  await limitAccount(ctx, 'reset', address, accountLimits.reset);
  // The letter is written in the language of the account, if there is one.
  const detail = { from: ownPath(from) };
  const letter = { kind: 'accounts.reset-password', address, locale: 'es' as const, detail };
  await inTransaction(ctx, (ctx) => wantMail(ctx, letter));
}
