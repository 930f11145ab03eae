import { rewardPractice } from '#features/coins/reward-practice.ts';
import { countPractice } from '#features/profiles/streak/count-practice.ts';
import { ownDay } from '#features/profiles/streak/own-day.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf } from '#shared/operation.ts';
import type { recordView as operation } from '../contract.ts';
import { secondsToCount, secondsToCredit } from '../rules.ts';
import { findShownVideo } from './find-shown-video.ts';

/**
 * Records how many seconds a browser says that a person watched a video. A view counts once for each person, video
 * and day of the person's own; later reports of that day only add seconds. A report below `secondsToCount` stores
 * nothing. The totals on the profile always equal the recount of the views: the same transaction adds to both.
 */
export async function recordView(
  outer: Ctx,
  { id, watchedSeconds }: { id: string; watchedSeconds: number },
): Promise<AnswerOf<typeof operation>> {
  const member = memberOf(outer.actor);
  const { userId } = member;
  return inTransaction(outer, async (ctx) => {
    const video = await findShownVideo(ctx, member, id);
    if (watchedSeconds < secondsToCount(video.seconds)) return { counted: false, coins: 0, ofStreak: 0 };
    const view = { userId, videoId: id, day: await ownDay(ctx, userId, ctx.now) };
    const seconds = secondsToCredit(watchedSeconds, video.seconds);

    const counted = await addView(ctx, view, seconds);
    const gained = counted ? seconds : await lengthenView(ctx, view, seconds);
    if (gained === 0 && !counted) return { counted, coins: 0, ofStreak: 0 };
    const practice = { userId, day: view.day, seconds: gained, videos: counted ? 1 : 0 };
    const ofStreak = await countPractice(ctx, practice);
    const coins = ofStreak + (counted ? await rewardView(ctx, view, video) : 0);
    await publish(ctx, { kind: 'profiles.changed', audience: [userId] });
    return { counted, coins, ofStreak };
  });
}

/**
 * Grants the coin for a counted view while the daily limit allows it and there was time to play it, and returns the
 * coins given. The caller has updated the row of the profile, and that row lock serializes the views of one person: the
 * count of the day is right.
 */
async function rewardView(
  ctx: Ctx,
  { userId, videoId, day }: View,
  { title, seconds }: { title: string; seconds: number | null },
): Promise<number> {
  if (!(await hadTimeToPlay(ctx, { userId, videoId, day }, seconds))) return 0;
  const { nth } = await ctx.db
    .selectFrom('videoInteractions')
    .select(({ fn }) => fn.countAll<number>().as('nth'))
    .where('userId', '=', userId)
    .where('interactionType', '=', 'view')
    .where('day', '=', day)
    .executeTakeFirstOrThrow();
  return rewardPractice(ctx, {
    userId,
    rule: 'counted_video',
    nthToday: nth,
    description: title,
    cause: `video:${videoId}:${day}`,
  });
}

/**
 * Whether the person can have watched the video since their last view. What a browser sends is not trusted: two videos
 * at once, or views closer together than watching takes, are no practice. One second is allowed for the network.
 */
async function hadTimeToPlay({ db, now }: Ctx, view: View, seconds: number | null): Promise<boolean> {
  const before = await db
    .selectFrom('videoInteractions')
    .select('createdAt')
    .where('userId', '=', view.userId)
    .where('interactionType', '=', 'view')
    .where('day', '=', view.day)
    .where('videoId', '<>', view.videoId)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return !before || now.getTime() - before.createdAt.getTime() >= (secondsToCount(seconds) - 1) * 1000;
}

type View = { userId: string; videoId: string; day: string };

/**
 * False when the day has its view already, or the account is deleted, which the lock may have waited for. The unique
 * constraint decides, so parallel requests count once.
 */
async function addView({ db, now }: Ctx, view: View, watchedSeconds: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('videoInteractions')
    .columns(['userId', 'videoId', 'day', 'interactionType', 'watchedSeconds', 'createdAt'])
    .expression(({ selectFrom, val }) =>
      selectFrom('users')
        .select([
          'id',
          val(view.videoId).as('videoId'),
          val(view.day).as('day'),
          val('view' as const).as('interactionType'),
          val(watchedSeconds).as('watchedSeconds'),
          val(now).as('createdAt'),
        ])
        .where('id', '=', view.userId)
        .where('deletedAt', 'is', null)
        .forNoKeyUpdate(),
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/**
 * Returns how many seconds were added to the view of the day, which a deleted account has none of. The row lock stops
 * two reports from adding the same.
 */
async function lengthenView({ db }: Ctx, view: View, watchedSeconds: number): Promise<number> {
  const before = await db
    .selectFrom('videoInteractions')
    .select('watchedSeconds')
    .where('userId', '=', view.userId)
    .where('videoId', '=', view.videoId)
    .where('interactionType', '=', 'view')
    .where('day', '=', view.day)
    .forUpdate()
    .executeTakeFirst();
  if (!before) return 0;
  const gained = watchedSeconds - (before.watchedSeconds ?? 0);
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
