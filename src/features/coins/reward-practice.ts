import type { Ctx } from '#server/ctx.ts';
import { readRule } from './read-rule.ts';
import { settleReward } from './settle-reward.ts';

export type Practice = {
  userId: string;
  /** A row of `coin_rules`: how many coins, and how often a day. */
  rule: string;
  /** How many times the person has done this today, this time included: from 1. */
  nthToday: number;
  description: string;
  /** What is rewarded (`view:<id>`); idempotent: the same cause pays once. */
  cause: string;
  /** The movement's type in the ledger. */
  type?: 'reward' | 'event_reward';
};

/**
 * Gives the coins of a rule for practice, in the transaction that records the practice. Above the rule's daily limit or
 * the month's ceiling it gives nothing, which is no error. Returns the coins given.
 */
export async function rewardPractice(
  ctx: Ctx,
  { rule, nthToday, type = 'reward', ...reward }: Practice,
): Promise<number> {
  const { amount, dailyMost } = await readRule(ctx, rule);
  if (dailyMost !== null && nthToday > dailyMost) return 0;
  return settleReward(ctx, { ...reward, type, owed: amount });
}
