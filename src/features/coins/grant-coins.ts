import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { onlyRow } from '#server/db/only-row.ts';
import { notifyListeners } from '#server/events/notify-listeners.ts';
import { type TransactionType, tooFewCoins } from './contract.ts';

export type Grant = {
  userId: string;
  /** Coins: positive gives, negative takes; the sign fits the type. */
  amount: number;
  /**
   * Any but the purchase, which is the store's `buy_items`, and the bonus, which comes with the account. Rewards of
   * practice go through `settleReward`, which keeps the month's ceiling.
   */
  type: Exclude<TransactionType, 'purchase' | 'signup_bonus'>;
  /** What the person reads of it, at most 300 characters. */
  description: string;
  /** What is paid for or rewarded (`class:<id>`): moves this person's coins once, however often it is asked. */
  cause: string;
};

type Appended = { ledgerId: string | null; balance: number; known: boolean };

/**
 * Gives coins for a cause (or takes them: an administrator's debit is negative), in the transaction of what
 * earned them. The same cause twice moves nothing and is no error, so callers need not remember what they
 * gave. Answers the movement of that cause and the balance. The rules live in the database function
 * `append_to_ledger` (migrations/0006-coins.sql), which also tells the person's open browsers.
 * @throws Refusal `coins/too-few` when a debit is more than the person has; nothing has moved.
 */
export async function grantCoins(
  ctx: Ctx,
  { userId, amount, type, description, cause }: Grant,
): Promise<{ outcome: 'given' | 'already given'; ledgerId: string; balance: number }> {
  const { rows } = await sql<Appended>`
    select * from append_to_ledger(${userId}, ${amount}, ${type}, ${description}, ${cause})`.execute(ctx.db);
  ctx.afterCommit(notifyListeners);
  const { ledgerId, balance, known } = onlyRow(rows);
  if (ledgerId === null) throw tooFewCoins(-amount, balance);
  // What the cup promised is paid beyond the month's ceiling too, and counts.
  if (type === 'duolingo_reward' && !known) {
    await sql`select issue_coins(${amount}, ${ctx.now}, false)`.execute(ctx.db);
  }
  return { outcome: known ? 'already given' : 'given', ledgerId, balance };
}
