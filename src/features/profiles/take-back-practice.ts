import type { Ctx } from '#server/ctx.ts';
import type { Practice } from './count-practice.ts';

/**
 * Takes practice back that `countPractice` has counted, in the transaction that corrects its record. A day without
 * other practice no longer counts for the streak.
 */
export async function takeBackPractice(
  { db }: Ctx,
  { userId, day, seconds }: Omit<Practice, 'videos'>,
): Promise<void> {
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
  if (numDeletedRows > 0n) return;
  await db
    .updateTable('practiceDays')
    .set((row) => ({ practices: row('practices', '-', 1) }))
    .where('userId', '=', userId)
    .where('day', '=', day)
    .execute();
}
