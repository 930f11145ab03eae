import { withdrawNotices } from '#features/notifications/withdraw-notices.ts';
import type { Ctx } from '#server/ctx.ts';
import { readPause } from './read-pause.ts';

/** Takes back what a person was told of a pause that has ended before its time, because an absence counts no more. */
export async function endPauseNotices(ctx: Ctx, userId: string): Promise<void> {
  if ((await readPause(ctx, userId)) !== null) return;
  const absences = await ctx.db
    .selectFrom('classAbsences')
    .select('classId')
    .where('userId', '=', userId)
    .execute();
  const about = absences.map(({ classId }) => classId);
  await withdrawNotices(ctx, { to: userId, kinds: ['classes.clubs-paused'], about });
}
