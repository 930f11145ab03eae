import type { Ctx } from '#server/ctx.ts';
import { putDue } from '#server/jobs/due-work.ts';
import { settleWork } from '../payment-work.ts';

/** Expires a pending payment now. Due work asks the provider to close its checkout after the commit. */
export async function closeCheckout(ctx: Ctx, paymentId: string, at = ctx.now): Promise<void> {
  await ctx.db
    .updateTable('payments')
    .set({ expiresAt: ctx.now, updatedAt: ctx.now })
    .where('id', '=', paymentId)
    .where('status', '=', 'pending')
    .execute();
  await putDue(ctx, settleWork, paymentId, at);
}
