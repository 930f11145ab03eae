import { timingSafeEqual } from 'node:crypto';
import type { Ctx } from '#server/ctx.ts';
import { clearAttempts } from '#server/limits/count-attempt.ts';
import { noteSecurity } from '#server/note-security.ts';
import { Refusal } from '#shared/refusal.ts';
import { letterCodeWrong } from '../contract.ts';
import { accountLimits } from '../rules.ts';
import { accountKey, limitAccount } from '../sign-in/limit-account.ts';
import { letterCode, linkToken } from './account-links.ts';

/** What six digits may do, each sent in a message of its own. */
export type CodePurpose = 'sign-in' | 'sign-in-phone' | 'add-phone';

/**
 * Answers the token of the link whose six digits were typed, and what to do in the transaction that uses it. Wrong
 * codes are counted for the message `id`, and of a letter also for the address it went to, before they are compared.
 * Beyond the second limit every code is answered as wrong. Another answer would tell addresses with an account from
 * those without one, to which nothing was sent; both take the same steps for that reason. The right code clears the
 * second count: who has read it is the owner. A telephone gets so few messages a day that a count of its own would add
 * nothing against guesses, and strangers who use it up would keep its owner out: a letter still has its link, a message
 * only its code.
 * @throws Refusal letterCodeWrong, tooMany
 */
export async function proveCode(
  ctx: Ctx,
  secret: string,
  { id, code, purpose }: { id: string; code: string; purpose: CodePurpose },
): Promise<{ token: string; clearCount: (ctx: Ctx) => Promise<void> }> {
  await limitAccount(ctx, 'sign-in-code-of-letter', id, accountLimits.letterCodes);
  const link = await ctx.db
    .selectFrom('accountLinks')
    .select('address')
    .where('id', '=', id)
    .where('purpose', '=', purpose)
    .executeTakeFirst();
  const countedFor = link?.address ?? id;
  if (purpose === 'sign-in')
    await limitAccount(ctx, 'sign-in-code', countedFor, accountLimits.addressCodes).catch(
      (error: unknown) => {
        throw error instanceof Refusal ? new Refusal(letterCodeWrong) : error;
      },
    );
  const right = Buffer.from(letterCode(secret, id));
  const isRight = timingSafeEqual(right, Buffer.from(code.replaceAll(/\s/g, '')));
  if (!link || !isRight) {
    noteSecurity(ctx.log, 'refused', { purpose, letter: id }, 'a code that was sent was typed wrongly');
    throw new Refusal(letterCodeWrong);
  }
  return {
    token: linkToken(secret, id),
    clearCount: (ctx) => clearAttempts(ctx, accountKey('sign-in-code', countedFor)),
  };
}
