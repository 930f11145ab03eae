import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { Refusal, refuse } from '#shared/refusal.ts';
import { type withdrawSeriesOffer as operation, seriesRefusals } from '../contract.ts';
import { may } from '../permissions.ts';
import { endOffer } from './end-offer.ts';

/**
 * Takes back the offer of a series that the actor made, with its unread notice. Of a withdrawal and an answer at the
 * same time, one finds the offer: each deletes its row.
 * @throws Refusal signInFirst, notAllowed, offerGone
 */
export async function withdrawSeriesOffer(outer: Ctx, classId: string): Promise<AnswerOf<typeof operation>> {
  const { userId } = memberOf(outer.actor);
  refuse(may(outer.actor, 'organise'));
  return inTransaction(outer, async (ctx) => {
    const offer = await ctx.db
      .selectFrom('classSeriesOffers')
      .innerJoin('classes', 'classes.seriesId', 'classSeriesOffers.seriesId')
      .select('classSeriesOffers.seriesId')
      .where('classes.id', '=', classId)
      .where('fromId', '=', userId)
      .executeTakeFirst();
    const ended = offer && (await endOffer(ctx, offer.seriesId));
    if (!ended) throw new Refusal(seriesRefusals.offerGone);
    await publish(ctx, { kind: 'classes.changed', audience: [userId, ended.toId] });
    return { withdrawn: true };
  });
}
