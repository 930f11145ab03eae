import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { Refusal, refuse } from '#shared/refusal.ts';
import { type withdrawOffer as operation, seriesRefusals } from '../contract.ts';
import { may } from '../permissions.ts';

/**
 * Takes back an offer that the actor made, and the database its unread notice. If a withdrawal and an answer run at the
 * same time, only one finds the offer: each deletes its row.
 * @throws Refusal signInFirst, notAllowed, offerGone
 */
export async function withdrawOffer(outer: Ctx, offerId: string): Promise<AnswerOf<typeof operation>> {
  const { userId } = memberOf(outer.actor);
  refuse(may(outer.actor, 'organise'));
  return inTransaction(outer, async (ctx) => {
    const ended = await ctx.db
      .deleteFrom('classOffers')
      .where('id', '=', offerId)
      .where('fromId', '=', userId)
      .returning('toId')
      .executeTakeFirst();
    if (!ended) throw new Refusal(seriesRefusals.offerGone);
    await publish(ctx, { kind: 'classes.changed', audience: [userId, ended.toId] });
    return { withdrawn: true };
  });
}
