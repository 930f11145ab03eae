import type { Ctx } from '#server/ctx.ts';
import { Refusal } from '#shared/refusal.ts';
import { videoRefusals } from '../contract.ts';
import type { VideoAddress } from '../rules.ts';

/** Refuses a video that Sumi already has, with a refusal for its status. */
export async function refuseKnownVideo(
  { db }: Ctx,
  { source, sourceId }: Pick<VideoAddress, 'source' | 'sourceId'>,
): Promise<void> {
  const video = await db
    .selectFrom('videos')
    .select(['moderationStatus', 'isActive'])
    .where('source', '=', source)
    .where('sourceId', '=', sourceId)
    .executeTakeFirst();
  if (!video) return;
  if (video.moderationStatus === 'pending') throw new Refusal(videoRefusals.alreadyPending);
  if (video.moderationStatus === 'rejected') throw new Refusal(videoRefusals.alreadyRejected);
  throw new Refusal(video.isActive ? videoRefusals.alreadyShown : videoRefusals.alreadyOff);
}
