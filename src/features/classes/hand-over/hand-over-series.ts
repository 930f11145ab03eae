import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { refuse } from '#shared/refusal.ts';
import { readManagedClass } from '../browse/reads.ts';
import type { ManagedClass, Scope } from '../contract.ts';
import { may } from '../permissions.ts';
import { handOverRefusal } from '../rules.ts';
import { lockPivot, lockSeries } from '../series/lock-series.ts';
import { giveSeries } from './give-series.ts';

/**
 * Gives a class of a series with those that follow, or with all that are to come, to another teacher, for an
 * administrator, as `giveSeries` says. Handing it to its own teacher changes nothing.
 * @throws Refusal signInFirst, notAllowed, notFound, notInSeries, changedMeanwhile, cancelled, alreadyOver,
 * notATeacher, teacherHasSeat
 */
export async function handOverSeries(
  outer: Ctx,
  classId: string,
  { teacherId, scope }: { teacherId: string; scope: Scope },
): Promise<ManagedClass> {
  refuse(may(outer.actor, 'hand-over'));
  return inTransaction(outer, async (ctx) => {
    const locked = await lockSeries(ctx, classId, { scope, userId: teacherId });
    const pivot = await lockPivot(ctx, locked, { classId, userId: teacherId });
    refuse(handOverRefusal(pivot, ctx.now));
    const before = pivot.createdBy;
    const isGiven = locked.classes.some(({ createdBy }) => createdBy === before);
    if (before === teacherId || !isGiven) return readManagedClass(ctx, classId);
    await giveSeries(ctx, locked, { before, teacherId, classId });
    return readManagedClass(ctx, classId);
  });
}
