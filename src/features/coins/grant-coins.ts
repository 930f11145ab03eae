import type { Ctx } from '#server/ctx.ts';
import { appendToLedger, type Entry } from './append-to-ledger.ts';
import { type TransactionType, tooFewCoins } from './contract.ts';

/** Every type but the purchase, which is `spendCoins`, and the bonus, which comes with the account. */
export type Grant = Entry & { type: Exclude<TransactionType, 'purchase' | 'signup_bonus'> };

/**
 * Gives coins for a cause (or takes them: an administrator's debit is negative), in the transaction of what
 * earned them. The same cause twice moves nothing and is no error, so callers need not remember what they
 * gave. Answers the movement of that cause and the balance.
 * @throws Refusal `coins/too-few` when a debit is more than the person has; nothing has moved.
 */
export async function grantCoins(
  ctx: Ctx,
  grant: Grant,
): Promise<{ outcome: 'given' | 'already given'; ledgerId: string; balance: number }> {
  const { ledgerId, balance, known } = await appendToLedger(ctx, grant);
  if (ledgerId === null) throw tooFewCoins(-grant.amount, balance);
  return { outcome: known ? 'already given' : 'given', ledgerId, balance };
}
