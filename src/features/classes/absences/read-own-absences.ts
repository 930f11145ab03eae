import type { Ctx } from '#server/ctx.ts';
import { memberOf } from '#shared/actor.ts';
import { dayMs } from '#shared/time/durations.ts';
import type { OwnAbsences } from '../contract.ts';
import { absenceColumns, toAbsence } from './absence-columns.ts';
import { countedAbsences, pausedUntil } from './absence-rules.ts';
import { readCounted } from './read-pause.ts';

/** More absences than a person can have in the days for which they are listed. */
const mostListed = 100;

/** The rules, and the clubs that the actor missed or left late as far as they can count, the last first. */
export async function readOwnAbsences(ctx: Ctx): Promise<OwnAbsences> {
  const { userId } = memberOf(ctx.actor);
  const { rules, recorded } = (await readCounted(ctx, [userId])).get(userId)!;
  const since = new Date(ctx.now.getTime() - (rules.countedDays + rules.pauseDays) * dayMs);
  const rows = await ctx.db
    .selectFrom('classAbsences as absence')
    .innerJoin('classes', 'classes.id', 'absence.classId')
    .select(['absence.classId', 'classes.title', 'classes.startsAt', ...absenceColumns])
    .where('absence.userId', '=', userId)
    .where('absence.recordedAt', '>', since)
    .orderBy('absence.recordedAt', 'desc')
    .orderBy('absence.classId', 'desc')
    .limit(mostListed)
    .execute();
  return {
    rules,
    counted: countedAbsences(recorded, rules, ctx.now),
    pausedUntil: pausedUntil(recorded, rules, ctx.now)?.toISOString() ?? null,
    items: rows.map(({ classId, title, startsAt, ...row }) => ({
      classId,
      title,
      startsAt: startsAt.toISOString(),
      ...toAbsence(row)!,
    })),
  };
}
