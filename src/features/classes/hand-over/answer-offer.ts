import { readOwnName } from '#features/accounts/read-own-name.ts';
import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { Refusal, refuse } from '#shared/refusal.ts';
import { type answerOffer as operation, seriesRefusals } from '../contract.ts';
import { lockClass } from '../lock-class.ts';
import { may } from '../permissions.ts';
import { lockSeries } from '../series/lock-series.ts';
import { giveClass } from './give-class.ts';
import { giveSeries } from './give-series.ts';
import { type StandingOffer, selectStandingOffers } from './standing-offers.ts';

/**
 * Accepts or declines what another teacher offers to the actor. The transaction locks the class or the series, then
 * deletes the offer: it is answered once, and an administrator who hands the class over at the same time does so before
 * or after. Accepting gives it as `giveClass` or `giveSeries` says; the teacher who offered is told of either answer.
 * @throws Refusal signInFirst, notAllowed, offerGone, notFound, notInSeries, changedMeanwhile, notATeacher,
 * teacherHasSeat
 */
export async function answerOffer(
  outer: Ctx,
  offerId: string,
  accepted: boolean,
): Promise<AnswerOf<typeof operation>> {
  const { userId } = memberOf(outer.actor);
  refuse(may(outer.actor, 'organise'));
  return inTransaction(outer, async (ctx) => {
    // Before anything is locked: a teacher without an offer learns nothing of the class.
    const asked = await findOfferToMe(ctx, offerId, userId);
    const give = await lockOffered(ctx, asked, userId);
    // Read again, because a transaction that the lock waited for may have changed what is offered.
    const offer = await findOfferToMe(ctx, offerId, userId);
    const ended = await ctx.db
      .deleteFrom('classOffers')
      .where('id', '=', offerId)
      .returning('id')
      .executeTakeFirst();
    if (!ended) throw new Refusal(seriesRefusals.offerGone);
    if (accepted) await give();
    else {
      await notifyDeclined(ctx, offer);
      await publish(ctx, { kind: 'classes.changed', audience: [userId, offer.fromId] });
    }
    return { accepted };
  });
}

async function findOfferToMe(ctx: Ctx, id: string, userId: string): Promise<StandingOffer> {
  const [offer] = await selectStandingOffers(ctx, { userId, id });
  if (offer?.to !== 'me') throw new Refusal(seriesRefusals.offerGone);
  return offer;
}

/** Locks what is offered. What it answers gives it to the teacher. */
async function lockOffered(
  ctx: Ctx,
  { classId, seriesId, fromId: before }: StandingOffer,
  teacherId: string,
): Promise<() => Promise<void>> {
  if (seriesId === null) {
    const liveClass = await lockClass(ctx, classId, teacherId);
    return () => giveClass(ctx, liveClass, teacherId);
  }
  const locked = await lockSeries(ctx, classId, { scope: 'all', userId: teacherId });
  return () => giveSeries(ctx, locked, { before, teacherId, classId });
}

async function notifyDeclined(ctx: Ctx, { fromId, seriesId, title, startsAt }: StandingOffer): Promise<void> {
  await notify(ctx, {
    to: [fromId],
    kind: seriesId === null ? 'classes.class-offer-declined' : 'classes.series-offer-declined',
    detail: { title, startsAt: startsAt.toISOString() },
    names: await readOwnName(ctx),
    link: '/teacher',
  });
}
