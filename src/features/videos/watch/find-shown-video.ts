import type { Ctx } from '#server/ctx.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';

/**
 * A video that is on show. One that is switched off, waits for a moderator or was turned down answers exactly
 * like one that never was.
 */
export async function findShownVideo(
  { db }: Ctx,
  id: string,
): Promise<{ title: string; seconds: number | null }> {
  const video = await db
    .selectFrom('videos')
    .select(['title', 'seconds'])
    .where('id', '=', id)
    .where('isActive', '=', true)
    .where('moderationStatus', '=', 'approved')
    .executeTakeFirst();
  if (!video) throw new Refusal(commonRefusals.notFound);
  return video;
}
