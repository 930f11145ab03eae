import { closeCheckout } from '#features/payments/checkout/close-checkout.ts';
import { forfeitPayment } from '#features/payments/refunds/forfeit-payment.ts';
import { requestRefund } from '#features/payments/refunds/request-refund.ts';
import type { Ctx } from '#server/ctx.ts';
import type { ClassState, Seat } from '../lock-class.ts';
import { refundsLeaving } from '../rules.ts';

/**
 * Settles the payment of a seat that a student gives back, in the transaction that deletes the seat, with the class row
 * locked. The payment is refunded until the hours before the start that the rules say, and always where the class was
 * moved after the payment; else it is kept. An open checkout is closed.
 */
export async function settleLeftSeat(
  ctx: Ctx,
  { paymentId, heldUntil }: Pick<Seat, 'paymentId' | 'heldUntil'>,
  liveClass: Pick<ClassState, 'title' | 'startsAt' | 'rules'>,
): Promise<void> {
  if (!paymentId) return;
  if (heldUntil) {
    await closeCheckout(ctx, paymentId);
  } else if (refundsLeaving(liveClass, ctx.now) || (await wasMovedSince(ctx, paymentId))) {
    await requestRefund(ctx, { paymentId, reason: `Dejó su lugar: ${liveClass.title}` });
  } else {
    await forfeitPayment(ctx, paymentId);
  }
}

async function wasMovedSince({ db }: Ctx, paymentId: string): Promise<boolean> {
  const row = await db
    .selectFrom('payments')
    .innerJoin('classes', 'classes.id', 'payments.classId')
    .select('payments.id')
    .where('payments.id', '=', paymentId)
    .whereRef('classes.movedAt', '>', 'payments.completedAt')
    .executeTakeFirst();
  return row !== undefined;
}
