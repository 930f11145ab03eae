import type { Ctx } from '#server/ctx.ts';
import type { Member } from '#shared/actor.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { shownTo } from '../shown-to.ts';

/**
 * Reads a video that the feed shows to this member. An inactive, pending or rejected video answers 404, exactly like
 * an id that does not exist; so does, for a kid, a video that is not for kids.
 */
export async function findShownVideo(
  { db }: Ctx,
  member: Member,
  id: string,
): Promise<{ title: string; seconds: number | null }> {
  const video = await db
    .selectFrom('videos')
    .select(['title', 'seconds'])
    .where('id', '=', id)
    .where(shownTo(member))
    .executeTakeFirst();
  if (!video) throw new Refusal(commonRefusals.notFound);
  return video;
}
