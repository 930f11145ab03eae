import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { coverStreak } from './cover-streak.ts';
import { lockStreak } from './lock-streak.ts';

/**
 * Covers the days that a person missed until yesterday now, as their screens show them, and not some hours after
 * midnight. For what depends on the shields in hand.
 */
export async function coverUntilToday(outer: Ctx, userId: string): Promise<void> {
  await inTransaction(outer, async (ctx) => {
    await lockStreak(ctx, userId);
    await coverStreak(ctx, userId);
  });
}
