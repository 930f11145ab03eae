import type { Ctx } from '#server/ctx.ts';
import { putDue } from '#server/jobs/due-work.ts';
import { refundWork } from '../payment-work.ts';

/**
 * Requests the refund of a completed payment in the caller's transaction; `makeRefunds` retries until it is made.
 * Idempotent. Answers whether this call was the first.
 */
export async function requestRefund(
  ctx: Ctx,
  { paymentId, reason }: { paymentId: string; reason: string },
): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('payments')
    .set({
      refundWantedAt: ctx.now,
      refundReason: reason,
      updatedAt: ctx.now,
    })
    .where('id', '=', paymentId)
    .where('status', '=', 'completed')
    .where('refundWantedAt', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await putDue(ctx, refundWork, paymentId);
  return true;
}
