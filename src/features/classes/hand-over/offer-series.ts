import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { Refusal, refuse } from '#shared/refusal.ts';
import { enrolRefusals, type offerSeries as operation } from '../contract.ts';
import { may } from '../permissions.ts';
import { changeRefusal } from '../rules.ts';
import { lockPivot, lockSeries } from '../series/lock-series.ts';
import { putOffer } from './put-offer.ts';

/**
 * Asks another teacher to take over the series that the actor gives, with all its classes to come. Nothing changes
 * hands until they accept.
 * @throws Refusal signInFirst, notAllowed, notFound, notInSeries, changedMeanwhile, cancelled, alreadyStarted,
 * notATeacher
 */
export async function offerSeries(
  outer: Ctx,
  classId: string,
  teacherId: string,
): Promise<AnswerOf<typeof operation>> {
  const { userId } = memberOf(outer.actor);
  refuse(may(outer.actor, 'organise'));
  return inTransaction(outer, async (ctx) => {
    const locked = await lockSeries(ctx, classId, { scope: 'all', userId });
    const { series, classes } = locked;
    const pivot = await lockPivot(ctx, locked, { classId, userId });
    refuse(
      may(ctx.actor, 'offer', pivot) ?? may(ctx.actor, 'offer', series) ?? changeRefusal(pivot, ctx.now),
    );
    const first = classes.find(({ createdBy }) => createdBy === userId);
    if (!first) throw new Refusal(enrolRefusals.alreadyStarted);
    return putOffer(ctx, { of: 'seriesId', id: series.id, first, toId: teacherId });
  });
}
