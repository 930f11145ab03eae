import { readOwnName } from '#features/accounts/read-own-name.ts';
import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import { enrolRefusals, type offerSeries as operation } from '../contract.ts';
import { lockClass } from '../lock-class.ts';
import { may } from '../permissions.ts';
import { changeRefusal } from '../rules.ts';
import { lockSeries } from '../series/lock-series.ts';
import { findFellowTeacher } from '../timetable/list-possible-teachers.ts';
import { endOffer } from './end-offer.ts';

/**
 * Asks another teacher to take over the series that the actor gives, with all its classes to come. Nothing changes
 * hands until they accept. A series has one offer: another one replaces it, the same one again changes nothing and is
 * told once.
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
    const { series, classes } = await lockSeries(ctx, classId, { scope: 'all', userId });
    const pivot = await lockClass(ctx, classId, userId);
    const managed = { createdBy: pivot.createdBy, seriesTeacher: series.createdBy };
    refuse(may(ctx.actor, 'manage-series', managed) ?? changeRefusal(pivot, ctx.now));
    // An administrator hands the series of another teacher over.
    if (series.createdBy !== userId) throw new Refusal(commonRefusals.notAllowed);
    const next = classes.find(({ liveClass }) => liveClass.createdBy === userId)?.liveClass;
    if (!next) throw new Refusal(enrolRefusals.alreadyStarted);
    const { name } = await findFellowTeacher(ctx, teacherId);

    const offer = await ctx.db
      .selectFrom('classSeriesOffers')
      .select('toId')
      .where('seriesId', '=', series.id)
      .executeTakeFirst();
    if (offer?.toId === teacherId) return { name };
    await endOffer(ctx, series.id);
    const { id: about } = await ctx.db
      .insertInto('classSeriesOffers')
      .values({ seriesId: series.id, fromId: userId, toId: teacherId, offeredAt: ctx.now })
      .returning('id')
      .executeTakeFirstOrThrow();
    await notify(ctx, {
      to: [teacherId],
      kind: 'classes.series-offered',
      detail: { title: next.title, startsAt: next.startsAt.toISOString() },
      names: await readOwnName(ctx),
      link: '/teacher',
      about,
    });
    await publish(ctx, { kind: 'classes.changed', audience: [userId, teacherId] });
    return { name };
  });
}
