import { sql } from 'kysely';
import { daysToFullWeek, isSpent, monthAfter } from '#features/coins/rules.ts';
import { canCupCount } from '#features/cup/claims/can-cup-count.ts';
import { readStreak } from '#features/profiles/streak/read-streak.ts';
import type { Ctx } from '#server/ctx.ts';
import { onlyRow } from '#server/db/only-row.ts';
import { memberOf } from '#shared/actor.ts';
import type { PaidPractice, Today } from './contract.ts';

type StreakRule = 'streak_day' | 'streak_week';
type PaidRule = { amount: number; dailyMost: number | null };
type Row = {
  /** Counted views, and classes that were attended and whose roll is closed. */
  videos: number;
  classes: number;
  rules: Partial<Record<'counted_video' | 'attended_class' | StreakRule, PaidRule>>;
  /** How many weeks of the newest streak were paid. */
  weeks: number;
  month: string;
  ceiling: number;
  issued: number;
};

/** What is done and left of the reader's own day. It is about practice alone for a kid, and until practice pays. */
export async function readToday(ctx: Pick<Ctx, 'db' | 'now' | 'actor'>): Promise<Today> {
  const { userId, ageGroup, contactProved } = memberOf(ctx.actor);
  const streak = await readStreak(ctx);
  const cup = !streak.practisedToday && (await canCupCount(ctx, { userId, today: streak.today }));
  if (ageGroup === 'kid' || !contactProved) return { streak, cup, coins: null };
  const { videos, classes, rules, weeks, month, ceiling, issued } = await readEarned(
    ctx,
    userId,
    streak.today,
  );
  const paid = (done: number, rule: keyof Row['rules']): PaidPractice | null => {
    const reward = rules[rule];
    return reward ? { done, most: reward.dailyMost, amount: reward.amount } : null;
  };
  const { days, practisedToday } = streak;
  // A streak that broke has paid none of the weeks of the next one.
  const daysToWeek = daysToFullWeek({ days, weeks: days > 0 ? weeks : 0 });
  const gives = (rule: StreakRule) => rules[rule]?.amount ?? 0;
  const coins = {
    videos: paid(videos, 'counted_video'),
    classes: paid(classes, 'attended_class'),
    streak: {
      today: practisedToday ? 0 : gives(daysToWeek === 1 ? 'streak_week' : 'streak_day'),
      week: gives('streak_week'),
      daysToWeek,
    },
  };
  const largest = Math.max(1, coins.videos?.amount ?? 0, coins.classes?.amount ?? 0, coins.streak.today);
  return {
    streak,
    cup,
    coins: { ...coins, resumesOn: isSpent({ ceiling, issued, largest }) ? monthAfter(month) : null },
  };
}

async function readEarned({ db, now }: Pick<Ctx, 'db' | 'now'>, userId: string, day: string): Promise<Row> {
  const { rows } = await sql<Row>`
    select
      (select count(*) from video_interactions
        where user_id = ${userId} and interaction_type = 'view' and day = ${day}) as videos,
      (select count(*) from class_enrollments where user_id = ${userId} and practised_on = ${day}) as classes,
      (select coalesce(jsonb_object_agg(rule, jsonb_build_object('amount', amount, 'dailyMost', daily_most)), '{}')
        from coin_rules where rule in ('counted_video', 'attended_class', 'streak_day', 'streak_week') and amount > 0) as rules,
      (select weeks from current_streak(${userId})) as weeks,
      month::text as month, monthly_ceiling as ceiling, coins_issued_in(month) as issued
    from coin_settings, month_of_issue(${now}) as month`.execute(db);
  return onlyRow(rows);
}
