import type { Ctx } from '#server/ctx.ts';
import { Refusal } from '#shared/refusal.ts';
import { videoRefusals } from '../contract.ts';
import type { VideoAddress } from '../rules.ts';

/** Says no to a video that is here already, whoever brought it, and in what state it is. */
export async function refuseKnownVideo(
  { db }: Ctx,
  { source, sourceId }: Pick<VideoAddress, 'source' | 'sourceId'>,
): Promise<void> {
  const known = await db
    .selectFrom('videos')
    .select(['moderationStatus', 'isActive'])
    .where('source', '=', source)
    .where('sourceId', '=', sourceId)
    .executeTakeFirst();
  if (!known) return;
  if (known.moderationStatus === 'pending') throw new Refusal(videoRefusals.alreadyPending);
  if (known.moderationStatus === 'rejected') throw new Refusal(videoRefusals.alreadyRejected);
  throw new Refusal(known.isActive ? videoRefusals.alreadyShown : videoRefusals.alreadyOff);
}
