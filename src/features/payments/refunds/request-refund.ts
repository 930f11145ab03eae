import type { Ctx } from '#server/ctx.ts';
import { hurry } from '#server/jobs/hurry.ts';

/**
 * Marks a completed payment as to be given back, in the transaction at hand; the chore `refund-payments` then asks
 * the provider until it has been. Asked again, nothing changes. Answers whether this call was the one that did it.
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
      attempts: 0,
      nextAttemptAt: ctx.now,
      lastError: null,
      updatedAt: ctx.now,
    })
    .where('id', '=', paymentId)
    .where('status', '=', 'completed')
    .where('refundWantedAt', 'is', null)
    .executeTakeFirst();
  hurry(ctx, 'refund-payments');
  return numUpdatedRows > 0n;
}
