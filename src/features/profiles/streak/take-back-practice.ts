import type { Ctx } from '#server/ctx.ts';
import type { PracticeOfDay } from './count-practice.ts';
import { coverGap } from './cover-streak.ts';
import { takeBackStreakDay } from './pay-streak-day.ts';

/**
 * Takes practice back that `countPractice` has counted, in the transaction that corrects its record. A day without
 * other practice no longer counts for the streak, and its coins go back as far as the person still has them. A holiday
 * or a shield covers it then.
 */
export async function takeBackPractice(
  ctx: Ctx,
  { userId, day, seconds }: Omit<PracticeOfDay, 'videos'>,
): Promise<void> {
  const { db } = ctx;
  await db
    .updateTable('profiles')
    .set((row) => ({ totalLearningSeconds: row('totalLearningSeconds', '-', seconds) }))
    .where('userId', '=', userId)
    .execute();
  const { numDeletedRows } = await db
    .deleteFrom('practiceDays')
    .where('userId', '=', userId)
    .where('day', '=', day)
    .where('practices', '=', 1)
    .executeTakeFirstOrThrow();
  if (numDeletedRows > 0n) {
    await takeBackStreakDay(ctx, { userId, day });
    await coverGap(ctx, userId, day);
    return;
  }
  await db
    .updateTable('practiceDays')
    .set((row) => ({ practices: row('practices', '-', 1) }))
    .where('userId', '=', userId)
    .where('day', '=', day)
    .execute();
}
