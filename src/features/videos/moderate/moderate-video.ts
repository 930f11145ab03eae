import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { type ModerationRow, videoRefusals } from '../contract.ts';
import { type Decision, decideVideos } from './decide-videos.ts';
import { readModerated } from './list-moderation.ts';

/**
 * Approves a video, rejects it, or makes it pending again. `from` is the status that the administrator saw: of two
 * parallel decisions the second is refused and changes nothing. An approval says whether the video is for kids; every
 * other decision takes that mark away.
 */
export async function moderateVideo(
  outer: Ctx,
  { id, ...decision }: Decision & { id: string },
): Promise<ModerationRow> {
  return inTransaction(outer, async (ctx) => {
    const changed = await decideVideos(ctx, [id], decision);
    if (changed.length === 0) throw new Refusal(await whyNot(ctx, id));
    return readModerated(ctx, id);
  });
}

async function whyNot({ db }: Ctx, id: string) {
  const there = await db.selectFrom('videos').select('id').where('id', '=', id).executeTakeFirst();
  return there ? videoRefusals.decidedMeanwhile : commonRefusals.notFound;
}
