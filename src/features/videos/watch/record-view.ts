import { rewardPractice } from '#features/coins/reward-practice.ts';
import { countPractice } from '#features/profiles/count-practice.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { memberOf } from '#shared/actor.ts';
import { calendarDay } from '#shared/zones.ts';
import { secondsToCount, secondsToCredit } from '../rules.ts';
import { findShownVideo } from './find-shown-video.ts';

/**
 * Takes a browser's word for how long a person has watched a video. A view counts once a person, a video and a
 * day of the person's own; what is reported later that day only lengthens it. A glance leaves nothing behind.
 * The totals on the profile always equal the recount of the views: they move by what this report added, in the
 * same transaction.
 */
export async function recordView(
  outer: Ctx,
  { id, watchedSeconds }: { id: string; watchedSeconds: number },
): Promise<{ counted: boolean }> {
  const { userId, zone } = memberOf(outer.actor);
  return inTransaction(outer, async (ctx) => {
    const video = await findShownVideo(ctx, id);
    if (watchedSeconds < secondsToCount(video.seconds)) return { counted: false };
    const view = { userId, videoId: id, day: calendarDay(ctx.now.toISOString(), zone) };
    const seconds = secondsToCredit(watchedSeconds, video.seconds);

    const counted = await addView(ctx, view, seconds);
    const gained = counted ? seconds : await lengthenView(ctx, view, seconds);
    if (gained === 0 && !counted) return { counted };
    await countPractice(ctx, { userId, day: view.day, seconds: gained, videos: counted ? 1 : 0 });
    if (counted) await rewardView(ctx, view, video.title);
    await publish(ctx, { kind: 'profiles.changed', audience: [userId] });
    return { counted };
  });
}

/**
 * The coin for a counted view, while the day has one left. The profile's row, updated before, makes a
 * person's views follow one another, so the count is right.
 */
async function rewardView(ctx: Ctx, { userId, videoId, day }: View, title: string): Promise<void> {
  const { nth } = await ctx.db
    .selectFrom('videoInteractions')
    .select(({ fn }) => fn.countAll<number>().as('nth'))
    .where('userId', '=', userId)
    .where('interactionType', '=', 'view')
    .where('day', '=', day)
    .executeTakeFirstOrThrow();
  await rewardPractice(ctx, {
    userId,
    rule: 'counted_video',
    nthToday: nth,
    description: title,
    cause: `video:${videoId}:${day}`,
  });
}

type View = { userId: string; videoId: string; day: string };

/** False when the day has its view already: the constraint decides, so that twins count once. */
async function addView({ db, now }: Ctx, view: View, watchedSeconds: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('videoInteractions')
    .values({ ...view, interactionType: 'view', watchedSeconds, createdAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Answers by how many seconds the day's view became longer. Locks its row: two reports must not both gain the same. */
async function lengthenView({ db }: Ctx, view: View, watchedSeconds: number): Promise<number> {
  const known = await db
    .selectFrom('videoInteractions')
    .select('watchedSeconds')
    .where('userId', '=', view.userId)
    .where('videoId', '=', view.videoId)
    .where('interactionType', '=', 'view')
    .where('day', '=', view.day)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const gained = watchedSeconds - (known.watchedSeconds ?? 0);
  if (gained <= 0) return 0;
  await db
    .updateTable('videoInteractions')
    .set({ watchedSeconds })
    .where('userId', '=', view.userId)
    .where('videoId', '=', view.videoId)
    .where('interactionType', '=', 'view')
    .where('day', '=', view.day)
    .execute();
  return gained;
}
