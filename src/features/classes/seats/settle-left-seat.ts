import { closeCheckout } from '#features/payments/checkout/close-checkout.ts';
import { forfeitPayment } from '#features/payments/refunds/forfeit-payment.ts';
import { requestRefund } from '#features/payments/refunds/request-refund.ts';
import { refundReasons } from '#features/payments/rules.ts';
import type { Ctx } from '#server/ctx.ts';
import type { ClassState, Seat } from '../lock-class.ts';
import { refundsLeaving, wasMovedSince } from '../rules.ts';

/**
 * Settles the payment of a seat that a student gives back, in the transaction that deletes the seat, with the class row
 * locked. The payment is refunded until the hours before the start that the rules say, and always where the class was
 * moved after the student agreed to its time, or lacks its teacher; else it is kept. An open checkout is closed, and
 * money that comes by it all the same is sent back.
 */
export async function settleLeftSeat(
  ctx: Ctx,
  { paymentId, heldUntil, agreedAt }: Pick<Seat, 'paymentId' | 'heldUntil' | 'agreedAt'>,
  liveClass: Pick<ClassState, 'startsAt' | 'movedAt' | 'lacksTeacher' | 'rules'>,
): Promise<void> {
  if (!paymentId) return;
  if (heldUntil) {
    await closeCheckout(ctx, paymentId, { refundIfPaid: true });
  } else if (
    refundsLeaving(liveClass, ctx.now) ||
    wasMovedSince(liveClass, { agreedAt }) ||
    liveClass.lacksTeacher
  ) {
    await requestRefund(ctx, { paymentId, reason: refundReasons.seatLeft });
  } else {
    await forfeitPayment(ctx, paymentId);
  }
}
