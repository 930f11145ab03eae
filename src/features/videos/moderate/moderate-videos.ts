import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { type Decision, decideVideos } from './decide-videos.ts';

/** Decides about many videos in one transaction; skips those whose status has changed meanwhile. */
export async function moderateVideos(
  outer: Ctx,
  { ids, ...decision }: Decision & { ids: readonly string[] },
): Promise<{ changed: string[] }> {
  return inTransaction(outer, async (ctx) => ({ changed: await decideVideos(ctx, ids, decision) }));
}
