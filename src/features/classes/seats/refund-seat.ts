import { closeCheckout } from '#features/payments/checkout/close-checkout.ts';
import { forfeitPayment } from '#features/payments/refunds/forfeit-payment.ts';
import { requestRefund } from '#features/payments/refunds/request-refund.ts';
import type { Ctx } from '#server/ctx.ts';
import type { Seat } from '../lock-class.ts';
import { refundsLeaving } from '../rules.ts';

/**
 * What becomes of the payment of a seat that somebody gives back, in the transaction that takes the seat away, with
 * the class locked: paid back until a day before the start, and always where the class was moved after it was paid
 * for; else kept. A checkout that is still open is closed.
 */
export async function refundSeat(
  ctx: Ctx,
  { paymentId, heldUntil }: Pick<Seat, 'paymentId' | 'heldUntil'>,
  liveClass: { title: string; startsAt: Date },
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
