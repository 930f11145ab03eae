import { rewardPractice } from '#features/coins/reward-practice.ts';
import { countPractice } from '#features/profiles/count-practice.ts';
import type { Ctx } from '#server/ctx.ts';
import { dayAround } from '#shared/wall-clock.ts';
import type { Timing } from '../rules.ts';

export type Attendance = Timing & { classId: string; userId: string; title: string };

/**
 * What being at a class gives: its minutes, a day of the streak (the class's day in the person's own zone,
 * whenever the roll is called), and coins while that day has some left. The caller holds the class's row and
 * knows that this seat has given nothing yet. The profile's row, taken first, makes the rewards of a person
 * follow one another, so that a day's count is right although two classes mark them at once.
 */
export async function rewardAttendance(ctx: Ctx, attendance: Attendance): Promise<void> {
  const { classId, userId, title, startsAt, durationMinutes } = attendance;
  const { zone } = await ctx.db
    .selectFrom('users')
    .select('zone')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const practised = dayAround(startsAt, zone);
  const seconds = durationMinutes * 60;
  await countPractice(ctx, { userId, day: practised.day, seconds });
  await ctx.db
    .updateTable('classEnrollments')
    .set({ practisedSeconds: seconds })
    .where('classId', '=', classId)
    .where('userId', '=', userId)
    .execute();

  await rewardPractice(ctx, {
    userId,
    rule: 'attended_class',
    nthToday: await countOn(ctx, userId, practised),
    type: 'event_reward',
    description: title,
    cause: `class:${classId}`,
  });
}

/** At how many classes of a day somebody has practised, this one included. */
async function countOn({ db }: Ctx, userId: string, { from, to }: { from: Date; to: Date }): Promise<number> {
  const { held } = await db
    .selectFrom('classEnrollments')
    .innerJoin('classes', 'classes.id', 'classEnrollments.classId')
    .select(({ fn }) => fn.countAll<number>().as('held'))
    .where('classEnrollments.userId', '=', userId)
    .where('classEnrollments.practisedSeconds', 'is not', null)
    .where('classes.startsAt', '>=', from)
    .where('classes.startsAt', '<', to)
    .executeTakeFirstOrThrow();
  return held;
}
