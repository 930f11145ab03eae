import type { Ctx } from '#server/ctx.ts';
import { putDue } from '#server/jobs/due-work.ts';
import { settleWork } from '../payment-work.ts';

/**
 * Gives a pending payment up: it expires now. Due work asks the provider to close its checkout after the commit. Until
 * then the person can still pay, and a voucher in a shop: with `refundIfPaid` (of a seat) that money is sent back, else
 * it gives what was paid for, if that is still there.
 */
export async function closeCheckout(
  ctx: Ctx,
  paymentId: string,
  { at = ctx.now, refundIfPaid = false }: { at?: Date; refundIfPaid?: boolean } = {},
): Promise<void> {
  await ctx.db
    .updateTable('payments')
    .set({
      expiresAt: ctx.now,
      givenUpAt: ctx.now,
      ...(refundIfPaid && { refundIfPaid }),
    })
    .where('id', '=', paymentId)
    .where('status', '=', 'pending')
    .execute();
  await putDue(ctx, settleWork, paymentId, at);
}
