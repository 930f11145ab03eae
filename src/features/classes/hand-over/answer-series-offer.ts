import { readOwnName } from '#features/accounts/read-own-name.ts';
import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { Refusal, refuse } from '#shared/refusal.ts';
import { type answerSeriesOffer as operation, seriesRefusals } from '../contract.ts';
import { may } from '../permissions.ts';
import { lockSeries } from '../series/lock-series.ts';
import { endOffer } from './end-offer.ts';
import { giveSeries } from './give-series.ts';

/**
 * Accepts or declines a series that another teacher offers to the actor. The transaction locks the series, then deletes
 * the offer: it is answered once, and an administrator who hands the series over at the same time finds it before or
 * after. Accepting gives it as `giveSeries` says; the teacher who offered is told of either answer.
 * @throws Refusal signInFirst, notAllowed, offerGone, changedMeanwhile, notATeacher, teacherHasSeat
 */
export async function answerSeriesOffer(
  outer: Ctx,
  classId: string,
  accepted: boolean,
): Promise<AnswerOf<typeof operation>> {
  const { userId } = memberOf(outer.actor);
  refuse(may(outer.actor, 'organise'));
  return inTransaction(outer, async (ctx) => {
    // Before anything is locked: a teacher without an offer learns nothing of the class.
    if (!(await isOffered(ctx, classId, userId))) throw new Refusal(seriesRefusals.offerGone);
    const locked = await lockSeries(ctx, classId, { scope: 'all', userId });
    const offer = await endOffer(ctx, locked.series.id, userId);
    if (!offer) throw new Refusal(seriesRefusals.offerGone);
    const { fromId: before } = offer;
    if (!accepted) {
      await notifyDeclined(ctx, before, locked.series.title);
      await publish(ctx, { kind: 'classes.changed', audience: [userId, before] });
      return { accepted };
    }
    const isStillTheirs = locked.classes.some(({ liveClass }) => liveClass.createdBy === before);
    if (!isStillTheirs || !(await mayStillGive(ctx, before))) throw new Refusal(seriesRefusals.offerGone);
    await giveSeries(ctx, locked, { before, teacherId: userId, classId });
    return { accepted };
  });
}

async function isOffered({ db }: Ctx, classId: string, userId: string): Promise<boolean> {
  const offer = await db
    .selectFrom('classSeriesOffers')
    .innerJoin('classes', 'classes.seriesId', 'classSeriesOffers.seriesId')
    .select('toId')
    .where('classes.id', '=', classId)
    .where('toId', '=', userId)
    .executeTakeFirst();
  return offer !== undefined;
}

/** The series of a teacher who was revoked or banned meanwhile is an administrator's to hand over. */
async function mayStillGive({ db }: Ctx, teacherId: string): Promise<boolean> {
  const found = await db
    .selectFrom('possibleTeachers')
    .select('userId')
    .where('userId', '=', teacherId)
    .executeTakeFirst();
  return found !== undefined;
}

async function notifyDeclined(ctx: Ctx, to: string, title: string): Promise<void> {
  await notify(ctx, {
    to: [to],
    kind: 'classes.series-offer-declined',
    detail: { title },
    names: await readOwnName(ctx),
    link: '/teacher',
  });
}
