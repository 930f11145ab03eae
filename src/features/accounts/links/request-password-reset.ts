import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { wantMail } from '#server/mail/want-mail.ts';
import { accountLimits } from '../rules.ts';
import { limitAccount } from '../sign-in/limit-account.ts';

/**
 * Asks for a letter with a link to a new password. Whether anybody has that address is looked up only as the letter
 * is written (`write-letter.ts`), so that here everything is the same, and takes as long, for an address nobody has.
 */
export async function requestPasswordReset(ctx: Ctx, address: string): Promise<void> {
  await limitAccount(ctx, 'reset', address, accountLimits.reset);
  // Whoever has the address has a language as well.
  const letter = { kind: 'accounts.reset-password', address, locale: 'es' as const };
  await inTransaction(ctx, (ctx) => wantMail(ctx, letter));
}
