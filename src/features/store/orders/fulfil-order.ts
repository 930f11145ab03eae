import type { Ctx } from '#server/ctx.ts';
import { once } from '#server/db/once.ts';
import { Refusal } from '#shared/refusal.ts';
import { issueCertificate, type Vouched } from '../certificates/issue-certificate.ts';
import { certificateItem, type ManagedOrder, fulfilOrder as operation, storeRefusals } from '../contract.ts';
import { readManagedOrder } from './list-all-orders.ts';
import { markFulfilled } from './mark-fulfilled.ts';
import { lockOpenOrder } from './settle-order.ts';

/**
 * Fulfils an order, audits it and notifies the buyer in one transaction. Fulfilling a level certificate writes that
 * certificate. Idempotent under its key.
 * @throws Refusal notFound, notAllowed, ownOrder, buyerNeedsConsent, orderSettled, certificateNeeds,
 * unwritableName, unwritableIssuer
 */
export async function fulfilOrder(
  outer: Ctx,
  id: string,
  {
    note = null,
    certificate = null,
  }: {
    note?: string | null | undefined;
    certificate?: Vouched | null | undefined;
  },
  idempotencyKey: string | undefined,
): Promise<ManagedOrder> {
  return once(outer, { operation, key: idempotencyKey, input: { id, note, certificate } }, async (ctx) => {
    const order = await lockOpenOrder(ctx, id, 'fulfil');
    if ((order.itemId === certificateItem) !== (certificate !== null)) {
      throw new Refusal(storeRefusals.certificateNeeds);
    }
    const code = certificate && (await issueCertificate(ctx, order, certificate));
    await markFulfilled(ctx, order, { note, certificate, code });
    return readManagedOrder(ctx, id);
  });
}
