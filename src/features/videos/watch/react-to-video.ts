import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { memberOf } from '#shared/actor.ts';
import { findShownVideo } from './find-shown-video.ts';

/** The marks that a person sets on a video and can remove. `not_interested` keeps it out of their feed. */
export type Reaction = 'like' | 'save' | 'not_interested';

/**
 * Likes, saves or refuses a video, or undoes that. The call is idempotent: a person has at most one reaction of a kind on a
 * video, and the last request to arrive wins.
 */
export async function reactToVideo(
  outer: Ctx,
  { id, reaction, wanted }: { id: string; reaction: Reaction; wanted: boolean },
): Promise<void> {
  const member = memberOf(outer.actor);
  const { userId } = member;
  await inTransaction(outer, async (ctx) => {
    await findShownVideo(ctx, member, id);
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
