import { sql } from 'kysely';
import { readRule } from '#features/coins/read-rule.ts';
import { rewardOfDay } from '#features/coins/rules.ts';
import { settleReward } from '#features/coins/settle-reward.ts';
import type { Ctx } from '#server/ctx.ts';
import { onlyRow } from '#server/db/only-row.ts';

type Streak = { days: number; first: string | null; weeks: number };
type Day = { userId: string; day: string };

/**
 * Pays a day that was just practised for the first time: the coins of a day, or of the full week that it completes. The
 * ledger pays each day once. The caller has locked the profile. Returns the coins.
 */
export async function payStreakDay(ctx: Ctx, { userId, day }: Day): Promise<number> {
  const { rows } = await sql<Streak>`
    select days, first::text as first, weeks from current_streak(${userId})`.execute(ctx.db);
  const streak = onlyRow(rows);
  const belongs = streak.first !== null && streak.first <= day;
  const paidAs = rewardOfDay(belongs ? streak : null);
  await ctx.db
    .updateTable('practiceDays')
    .set({ paidAs })
    .where('userId', '=', userId)
    .where('day', '=', day)
    .execute();
  const { amount } = await readRule(ctx, `streak_${paidAs}`);
  return settleReward(ctx, { ...causeOf({ userId, day }), owed: amount, description: `streak-${paidAs}` });
}

/** Takes a day's coins back whose only practice turned out not to have been. Returns the coins, negative. */
export async function takeBackStreakDay(ctx: Ctx, day: Day): Promise<number> {
  return settleReward(ctx, { ...causeOf(day), owed: 0, description: 'streak-day' });
}

function causeOf({ userId, day }: Day) {
  return { userId, type: 'reward', cause: `streak:${day}` } as const;
}
