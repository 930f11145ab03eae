import type { Ctx } from '#server/ctx.ts';
import { grantCoins } from './grant-coins.ts';

export type Practice = {
  userId: string;
  /** A row of `coin_rules`: how many coins, and how often a day. */
  rule: string;
  /** The how manieth of its kind this is for the person today, from 1. */
  nthToday: number;
  description: string;
  /** What is rewarded: rewarded once, however often it is told. */
  cause: string;
  /** How the ledger calls it. */
  type?: 'reward' | 'event_reward';
};

/**
 * Gives the coins of a rule for something practised, in the transaction that records it. Past the day's most
 * it gives nothing, and that is no error. Answers the coins given.
 */
export async function rewardPractice(
  ctx: Ctx,
  { rule, nthToday, type = 'reward', ...grant }: Practice,
): Promise<number> {
  const { amount, dailyMost } = await ctx.db
    .selectFrom('coinRules')
    .select(['amount', 'dailyMost'])
    .where('rule', '=', rule)
    .executeTakeFirstOrThrow();
  if (amount === 0 || (dailyMost !== null && nthToday > dailyMost)) return 0;
  const { outcome } = await grantCoins(ctx, { ...grant, amount, type });
  return outcome === 'given' ? amount : 0;
}
