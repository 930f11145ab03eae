import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { memberOf } from '#shared/actor.ts';
import { findShownVideo } from './find-shown-video.ts';

/** The two things a person leaves on a video until they take them off again. */
export type Reaction = 'like' | 'save';

/**
 * Likes or saves a video, or takes that back. However often and from however many places it is asked, a person
 * has at most one reaction of a kind on a video: the last wish to arrive stands.
 */
export async function reactToVideo(
  outer: Ctx,
  { id, reaction, wanted }: { id: string; reaction: Reaction; wanted: boolean },
): Promise<void> {
  const { userId } = memberOf(outer.actor);
  await inTransaction(outer, async (ctx) => {
    await findShownVideo(ctx, id);
    if (wanted) {
      await ctx.db
        .insertInto('videoInteractions')
        .values({ userId, videoId: id, interactionType: reaction, createdAt: ctx.now })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    } else {
      await ctx.db
        .deleteFrom('videoInteractions')
        .where('userId', '=', userId)
        .where('videoId', '=', id)
        .where('interactionType', '=', reaction)
        .execute();
    }
  });
}
