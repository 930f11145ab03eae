import type { Ctx } from '#server/ctx.ts';
import { Refusal } from '#shared/refusal.ts';
import { videoRefusals } from '../contract.ts';
import type { VideoAddress } from '../rules.ts';

/** Refuses a video that Sumi already has, with a refusal for its status. */
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
