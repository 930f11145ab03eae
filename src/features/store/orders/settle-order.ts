import { publishToAdministrators } from '#features/accounts/roles/publish-to-administrators.ts';
import { grantCoins } from '#features/coins/grant-coins.ts';
import type { Ctx } from '#server/ctx.ts';
import { memberOf } from '#shared/actor.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import { storeRefusals } from '../contract.ts';
import { may, type OrderSubject } from '../permissions.ts';
import { attendedAClassOf } from './attended-a-class-of.ts';
import { lacksConsent } from './lacks-consent.ts';

export type OpenOrder = Omit<OrderSubject, 'isLearner' | 'lacksConsent'> & {
  readonly id: string;
  readonly price: number;
};

/**
 * Locks an order that is about to be settled until the transaction ends: the later of two concurrent calls finds it
 * settled.
 * @throws Refusal notFound, notAllowed, ownOrder, buyerNeedsConsent, orderSettled
 */
export async function lockOpenOrder(
  { db, actor }: Ctx,
  id: string,
  verb: 'fulfil' | 'refund',
): Promise<OpenOrder> {
  // A person who may settle no order must not learn which ids exist.
  refuse(may(actor, 'deliver'));
  const order = await db
    .selectFrom('orders')
    .select(['id', 'userId', 'itemId', 'price', 'status'])
    .select([attendedAClassOf(memberOf(actor).userId).as('isLearner'), lacksConsent.as('lacksConsent')])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  refuse(order ? may(actor, verb, order) : commonRefusals.notFound);
  if (order?.status !== 'pending') throw new Refusal(storeRefusals.orderSettled);
  return order;
}

/** Gives the buyer of a locked order its price back, once, and answers the movement of the ledger. */
export async function giveBackPrice(
  ctx: Ctx,
  { id, userId, itemId, price }: Pick<OpenOrder, 'id' | 'userId' | 'itemId' | 'price'>,
): Promise<string> {
  const refund = { type: 'refund', description: itemId, cause: `refund:${id}` } as const;
  const { ledgerId } = await grantCoins(ctx, { ...refund, userId, amount: price });
  return ledgerId;
}

/**
 * Writes the outcome of a locked order, by whom and when, and invalidates the pages of both people and of the
 * administrators, who settle orders too.
 */
export async function settleOrder(
  ctx: Ctx,
  order: OpenOrder,
  outcome:
    | { status: 'fulfilled'; note: string | null }
    | { status: 'refunded'; note: string; refundId: string },
): Promise<void> {
  const { userId } = memberOf(ctx.actor);
  await ctx.db
    .updateTable('orders')
    .set({ ...outcome, settledBy: userId, settledAt: ctx.now })
    .where('id', '=', order.id)
    .execute();
  await publishToAdministrators(ctx, 'store.changed', { and: [order.userId, userId], subject: order.id });
}
