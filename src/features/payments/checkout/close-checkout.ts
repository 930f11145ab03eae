import type { Ctx } from '#server/ctx.ts';
import { putDue } from '#server/jobs/due-work.ts';
import { settleWork } from '../payment-work.ts';

/** Lets a pending payment expire now: the provider is asked to close its checkout as soon as the transaction commits. */
export async function closeCheckout(ctx: Ctx, paymentId: string, at = ctx.now): Promise<void> {
  await ctx.db
    .updateTable('payments')
    .set({ expiresAt: ctx.now, updatedAt: ctx.now })
    .where('id', '=', paymentId)
    .where('status', '=', 'pending')
    .execute();
  await putDue(ctx, settleWork, paymentId, at);
}
