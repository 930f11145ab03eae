import { othersId } from '#features/audit/others-id.ts';
import { recordAct } from '#features/audit/record-act.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { memberOf } from '#shared/actor.ts';
import { refuse } from '#shared/refusal.ts';
import { readManagedClass } from '../browse/reads.ts';
import type { ManagedClass, SeriesCancellation } from '../contract.ts';
import { endSeriesOffers } from '../hand-over/end-series-offers.ts';
import { may } from '../permissions.ts';
import { cancelLocked } from '../timetable/cancel-class.ts';
import { lockPivot, lockSeries, refuseUnlessChangeable } from './lock-series.ts';
import { endSeries } from './split-series.ts';

/**
 * Cancels a class of a series with those that follow, or with all that are to come, and ends the series before them.
 * Each is cancelled as `cancelClass` does, with refunds, and each person is told once of all of theirs. It includes
 * classes that were changed by themselves, but not those that were handed to another teacher, where a teacher cancels.
 */
export async function cancelSeries(
  outer: Ctx,
  classId: string,
  { reason, scope }: SeriesCancellation,
): Promise<ManagedClass> {
  const { userId } = memberOf(outer.actor);
  refuse(may(outer.actor, 'organise'));
  return inTransaction(outer, async (ctx) => {
    const locked = await lockSeries(ctx, classId, { scope, userId });
    const { series, from, classes } = locked;
    const pivot = await lockPivot(ctx, locked, { classId, userId });
    refuseUnlessChangeable(ctx, series, pivot);
    const own = classes.filter((one) => may(ctx.actor, 'manage', one) === null);
    await cancelLocked(ctx, own, reason);
    await endSeries(ctx, series, from);
    await endSeriesOffers(ctx, series.id);
    await recordAct(ctx, {
      act: 'classes.cancel-series',
      subject: classId,
      reason,
      detail: { title: pivot.title, classes: own.length },
      personId: othersId(ctx, series.createdBy),
    });
    await publish(ctx, { kind: 'classes.changed' });
    return readManagedClass(ctx, classId);
  });
}
