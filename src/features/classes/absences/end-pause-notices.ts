import { withdrawNotices } from '#features/notifications/withdraw-notices.ts';
import type { Ctx } from '#server/ctx.ts';
import { readPause } from './read-pause.ts';

/** Takes back what a person was told of pauses, where none is left because an absence counts no more. */
export async function endPauseNotices(ctx: Ctx, userId: string): Promise<void> {
  if ((await readPause(ctx, userId)) !== null) return;
  await withdrawNotices(ctx, {
    from: userId,
    kinds: ['classes.clubs-paused', 'classes.paused-by-leaving'],
  });
}
