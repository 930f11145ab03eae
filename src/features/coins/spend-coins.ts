import type { Ctx } from '#server/ctx.ts';
import { appendToLedger } from './append-to-ledger.ts';
import { tooFewCoins } from './contract.ts';

export type Spending = {
  userId: string;
  /** Coins, above zero. */
  price: number;
  description: string;
  /** What is paid for: paid once, however often it is asked. */
  cause: string;
};

/**
 * Takes the price of something from a person's wallet, in the transaction that hands it over. Answers the
 * movement and what is left.
 * @throws Refusal `coins/too-few` with how many are missing; nothing has moved.
 */
export async function spendCoins(
  ctx: Ctx,
  { userId, price, description, cause }: Spending,
): Promise<{ ledgerId: string; balance: number }> {
  const { ledgerId, balance } = await appendToLedger(ctx, {
    userId,
    amount: -price,
    type: 'purchase',
    description,
    cause,
  });
  if (ledgerId === null) throw tooFewCoins(price, balance);
  return { ledgerId, balance };
}
