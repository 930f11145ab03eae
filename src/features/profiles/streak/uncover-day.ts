import { notify } from '#features/notifications/notify.ts';
import { takeBackNotice } from '#features/notifications/take-back-notice.ts';
import type { Ctx } from '#server/ctx.ts';
import { shieldNotice } from './shield-notice.ts';

/**
 * Takes the cover off a day that was practised after all: a class whose roll was closed late. Its shield is in hand
 * again, and the person who was told that it was used is not told so any more. Nothing else gives one back.
 */
export async function uncoverDay(ctx: Ctx, userId: string, day: string): Promise<void> {
  await ctx.db.deleteFrom('keptDays').where('userId', '=', userId).where('day', '=', day).execute();
  const { numUpdatedRows } = await ctx.db
    .updateTable('streakShields')
    .set({ usedOn: null })
    .where('userId', '=', userId)
    .where('usedOn', '=', day)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return;
  if (!(await takeBackNotice(ctx, { from: userId, once: shieldNotice(day) }))) return;
  await notify(ctx, {
    to: [userId],
    kind: 'profiles.shield-back',
    detail: { until: day },
    link: '/dashboard',
  });
}
