import { sql } from 'kysely';
import { notify } from '#features/notifications/notify.ts';
import { countPractice } from '#features/profiles/streak/count-practice.ts';
import { takeBackPractice } from '#features/profiles/streak/take-back-practice.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { type DueWork, type Handler, putDueForEach } from '#server/jobs/due-work.ts';
import { hourMs, minuteMs } from '#shared/time/durations.ts';
import { claimedWhilePublished, isActivity, noteCupPractice } from './note-cup-practice.ts';

/** Counts what was noted for a person. Its subject is the person. */
const cupPracticeWork: DueWork = {
  kind: 'count-cup-practice',
  backOff: { firstMs: minuteMs, longestMs: hourMs },
  concurrency: 2,
};

/**
 * Counts the activity of a row whose claim was just confirmed as practice, where the live board has it: for the day of
 * the claim, but not for one before the month was published. In the transaction of the decision, which holds the lock
 * of `lockCup`. Returns the coins of the streak day.
 */
export async function countConfirmedRow(
  ctx: Ctx,
  { userId, username }: { userId: string; username: string },
): Promise<number> {
  await noteCupPractice(ctx, { of: sql`board.status = 'live'`, username, at: claimedWhilePublished });
  const counted = await countNoted(ctx, userId);
  return counted.reduce((sum, { coins }) => sum + coins, 0);
}

/**
 * Has the rows of a board counted that have an owner and activity and were not counted for their month: when it goes
 * live, when a held row is released (`username`) and when fewer rows are held. They count for the day on which that
 * happens, on each owner's own calendar: a month that is imported late repairs no streak of a day long ago. In the
 * transaction of the administrator's act, which holds the lock of `lockCup`; each owner's practice days follow by due
 * work, because an act must not lock thousands of profiles.
 */
export async function countRowsOfBoard(ctx: Ctx, boardId: string, username?: string): Promise<void> {
  const owners = await noteCupPractice(ctx, {
    of: sql`board.id = ${boardId}`,
    at: ctx.now,
    ...(username !== undefined && { username }),
  });
  await putDueForEach(ctx, cupPracticeWork, owners);
}

/** Adds what was noted to the owner's practice days, and tells them what it earned. */
export const countCupPractice: Handler = {
  work: cupPracticeWork,
  run: async (outer, userId) =>
    inTransaction(outer, async (ctx) => {
      for (const { season, coins } of await countNoted(ctx, userId)) {
        await notify(ctx, {
          to: [userId],
          kind: 'cup.row-counted',
          detail: { season, ...(coins > 0 && { earned: coins, ofStreak: coins }) },
          link: '/ranking',
          once: `cup-practice:${season}`,
        });
      }
      return undefined;
    }),
};

/**
 * Counts a person's noted rows, each once: the row lock of the update lets one of two transactions see it uncounted.
 */
async function countNoted(ctx: Ctx, userId: string): Promise<{ season: string; coins: number }[]> {
  const noted = await ctx.db
    .updateTable('cupPractice')
    .set({ counted: true })
    .where('userId', '=', userId)
    .where('counted', '=', false)
    .returning(['season', 'day'])
    .execute();
  const counted: { season: string; coins: number }[] = [];
  for (const { season, day } of noted) {
    counted.push({
      season: season.slice(0, 7),
      coins: await countPractice(ctx, { userId, day, seconds: 0 }),
    });
  }
  if (noted.length > 0) await publish(ctx, { kind: 'profiles.changed', audience: [userId] });
  return counted;
}

/** Takes the practice of a person's user name back, of every month, whose claim was revoked. */
export async function takeBackCupPractice(
  ctx: Ctx,
  { userId, username }: { userId: string; username: string },
): Promise<void> {
  const gone = await sql<Counted>`
    delete from cup_practice where user_id = ${userId} and username = lower(${username})
    returning user_id, day, counted`.execute(ctx.db);
  await takeBack(ctx, gone.rows);
}

/** Takes the practice of a row of a month back that is held again, unless the setting does not hold it any more. */
export async function takeBackHeldRow(ctx: Ctx, boardId: string, username: string): Promise<void> {
  const gone = await sql<Counted>`
    delete from cup_practice using cup_boards board
    where board.id = ${boardId} and cup_practice.season = board.season and cup_practice.username = lower(${username})
      and not exists (
        select from duolingo_rankings line, cup_settings
        where line.board_id = board.id and lower(line.username) = lower(${username}) and ${isActivity})
    returning user_id, day, counted`.execute(ctx.db);
  await takeBack(ctx, gone.rows);
}

type Counted = { userId: string; day: string; counted: boolean };

async function takeBack(ctx: Ctx, gone: readonly Counted[]): Promise<void> {
  for (const { userId, day, counted } of gone) {
    if (!counted) continue;
    await takeBackPractice(ctx, { userId, day, seconds: 0 });
    await publish(ctx, { kind: 'profiles.changed', audience: [userId] });
  }
}
