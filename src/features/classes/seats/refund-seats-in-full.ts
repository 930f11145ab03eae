import { closeCheckout } from '#features/payments/checkout/close-checkout.ts';
import { requestRefunds } from '#features/payments/refunds/request-refund.ts';
import type { Ctx } from '#server/ctx.ts';
import type { Seat } from '../lock-class.ts';

/**
 * Requests full refunds for seats that students lose through no decision of their own, however late, in the transaction
 * that takes the seats away. Open checkouts are closed, and money that comes by them all the same is sent back.
 */
export async function refundSeatsInFull(
  ctx: Ctx,
  seats: readonly Pick<Seat, 'paymentId' | 'heldUntil'>[],
  reason: string,
): Promise<void> {
  const paid: string[] = [];
  for (const { paymentId, heldUntil } of seats) {
    if (!paymentId) continue;
    if (heldUntil) await closeCheckout(ctx, paymentId, { refundIfPaid: true });
    else paid.push(paymentId);
  }
  await requestRefunds(ctx, paid, { reason });
}
