import { requestRefund } from '#features/payments/refunds/request-refund.ts';
import type { Ctx } from '#server/ctx.ts';
import type { ClassState } from '../lock-class.ts';
import { refundSeat } from './refund-seat.ts';

/**
 * Asks that every seat of a class that was bought by itself be paid back, in the transaction that cancels the
 * class, however late that is; checkouts that are still open are closed.
 */
export async function refundSeats(
  ctx: Ctx,
  classId: string,
  { reason, liveClass }: { reason: string; liveClass: ClassState },
): Promise<void> {
  const seats = await ctx.db
    .selectFrom('classEnrollments')
    .select(['paymentId', 'heldUntil'])
    .where('classId', '=', classId)
    .where('paymentId', 'is not', null)
    .execute();
  for (const { paymentId, heldUntil } of seats) {
    if (heldUntil) await refundSeat(ctx, { paymentId, heldUntil }, liveClass);
    else if (paymentId) await requestRefund(ctx, { paymentId, reason });
  }
}
