import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { type DueWork, type Handler, putDue } from '#server/jobs/due-work.ts';
import { hourMs, minuteMs } from '#shared/time/durations.ts';
import { dayAround } from '#shared/time/wall-clock.ts';
import { coverStreak } from './cover-streak.ts';

/** Looks at the day that a person just missed or practised. Its subject is the person. */
const keepStreakWork: DueWork = {
  kind: 'keep-streak',
  backOff: { firstMs: minuteMs, longestMs: hourMs },
  concurrency: 1,
};

/** Some hours after midnight: late enough for the roll of an evening class that was closed the same night. */
const lateMs = 4 * hourMs;

/** Has the streak looked at once the person's next day is over. */
export async function watchStreak(ctx: Ctx, userId: string): Promise<void> {
  await putDue(ctx, keepStreakWork, userId, await nextLook(ctx, userId));
}

/** When tomorrow will be over in the person's zone, and some hours. */
async function nextLook({ db, now }: Ctx, userId: string): Promise<Date> {
  const { zone } = await db
    .selectFrom('users')
    .select('zone')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const tomorrow = dayAround(dayAround(now, zone).to, zone);
  return new Date(tomorrow.to.getTime() + lateMs);
}

/** Uses shields and holidays day by day, until the streak breaks or the account is deleted. */
export const keepStreak: Handler = {
  work: keepStreakWork,
  run: async (outer, userId) =>
    inTransaction(outer, async (ctx) => {
      const person = await ctx.db
        .selectFrom('profiles')
        .innerJoin('users', 'users.id', 'profiles.userId')
        .select('users.zone')
        .where('profiles.userId', '=', userId)
        .where('users.deletedAt', 'is', null)
        .forUpdate('profiles')
        .executeTakeFirst();
      if (!person) return undefined;
      const { alive } = await coverStreak(ctx, userId);
      return alive ? new Date(dayAround(ctx.now, person.zone).to.getTime() + lateMs) : undefined;
    }),
};
