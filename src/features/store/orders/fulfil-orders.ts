import type { Ctx } from '#server/ctx.ts';
import { once } from '#server/db/once.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import { certificateItem, fulfilOrders as operation } from '../contract.ts';
import { may } from '../permissions.ts';
import { lacksConsent } from './lacks-consent.ts';
import { markFulfilled } from './mark-fulfilled.ts';

/**
 * Fulfils those of the orders that still wait, in one transaction, and tells each buyer. Certificates are left, since
 * each names a level, and so are the administrator's own orders and private classes of kids without consent. Idempotent
 * under its key.
 * @throws Refusal notAllowed, notFound
 */
export async function fulfilOrders(
  outer: Ctx,
  { ids, note = null }: { ids: string[]; note?: string | null | undefined },
  idempotencyKey: string | undefined,
): Promise<AnswerOf<typeof operation>> {
  refuse(may(outer.actor, 'fulfilMany'));
  const { userId: adminId } = memberOf(outer.actor);
  return once(outer, { operation, key: idempotencyKey, input: { ids, note } }, async (ctx) => {
    const orders = await lockOrders(ctx, new Set(ids));
    const waiting = orders.filter(
      ({ status, itemId, userId, lacksConsent }) =>
        status === 'pending' && itemId !== certificateItem && userId !== adminId && !lacksConsent,
    );
    for (const order of waiting) await markFulfilled(ctx, order, { note });
    return { fulfilled: waiting.length, left: orders.length - waiting.length };
  });
}

/** Locks the orders by their ids in order, so that two administrators who fulfil the same ones do not deadlock. */
async function lockOrders({ db }: Ctx, ids: ReadonlySet<string>) {
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'userId', 'itemId', 'price', 'status', lacksConsent.as('lacksConsent')])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute();
  if (orders.length < ids.size) throw new Refusal(commonRefusals.notFound);
  return orders;
}
