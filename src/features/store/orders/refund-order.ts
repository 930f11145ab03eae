import { recordAct } from '#features/audit/record-act.ts';
import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { once } from '#server/db/once.ts';
import { type ManagedOrder, refundOrder as operation } from '../contract.ts';
import { readManagedOrder } from './list-all-orders.ts';
import { giveBackPrice, lockOpenOrder, settleOrder } from './settle-order.ts';

/**
 * Refunds the whole price of an order once, audits it and notifies the buyer in one transaction. Idempotent under its
 * key.
 * @throws Refusal notFound, notAllowed, ownOrder, orderSettled
 */
export async function refundOrder(
  outer: Ctx,
  id: string,
  { reason }: { reason: string },
  idempotencyKey: string | undefined,
): Promise<ManagedOrder> {
  return once(outer, { operation, key: idempotencyKey, input: { id, reason } }, async (ctx) => {
    const order = await lockOpenOrder(ctx, id, 'refund');
    const { userId, itemId, price } = order;
    const refundId = await giveBackPrice(ctx, order);
    await settleOrder(ctx, order, { status: 'refunded', note: reason, refundId });
    await recordAct(ctx, {
      act: 'store.refund-order',
      personId: userId,
      subject: id,
      reason,
      detail: { itemId, price },
    });
    const detail = { item: itemId, coins: price, reason };
    await notify(ctx, { to: [userId], kind: 'store.refunded', detail, link: '/store' });
    return readManagedOrder(ctx, id);
  });
}
