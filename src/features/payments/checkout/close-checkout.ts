import type { Ctx } from '#server/ctx.ts';
import { hurry } from '#server/jobs/hurry.ts';

/** Lets a pending payment expire now: the provider is asked to close its checkout as soon as the transaction commits. */
export async function closeCheckout(ctx: Ctx, paymentId: string): Promise<void> {
  await ctx.db
    .updateTable('payments')
    .set({ expiresAt: ctx.now, nextAttemptAt: ctx.now, updatedAt: ctx.now })
    .where('id', '=', paymentId)
    .where('status', '=', 'pending')
    .execute();
  hurry(ctx, 'settle-payments');
}
