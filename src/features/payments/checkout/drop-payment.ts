import type { Ctx } from '#server/ctx.ts';
import { hurry } from '#server/jobs/hurry.ts';
import { Refusal } from '#shared/refusal.ts';
import { type OwnPayment, paymentRefusals } from '../contract.ts';
import type { Till } from '../payment-till.ts';
import { findOwnPayment, readOwnPayment } from '../reads.ts';
import { settleOrClose } from './settle-checkout.ts';

/**
 * Somebody gives up a payment of their own that is pending: its checkout is closed, and what it kept is let go. Where
 * the provider cannot be asked now, it is closed as soon as it can be.
 * @throws Refusal notFound, payments/not-pending
 */
export async function dropPayment(ctx: Ctx, till: Till, id: string): Promise<OwnPayment> {
  const payment = await findOwnPayment(ctx, id);
  if (payment.status !== 'pending') throw new Refusal(paymentRefusals.notPending);
  await ctx.db
    .updateTable('payments')
    .set({ expiresAt: ctx.now, nextAttemptAt: ctx.now, updatedAt: ctx.now })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute();
  try {
    await settleOrClose(ctx, till, payment, { close: true });
  } catch (error) {
    ctx.log.warn({ err: error, payment: id }, 'a checkout could not be closed yet');
    hurry(ctx, 'settle-payments');
  }
  return readOwnPayment(ctx, id);
}

/**
 * Asks the provider how one's own payment stands, for whoever comes back from paying before the webhook does.
 * @throws Refusal notFound, payments/away
 */
export async function checkPayment(ctx: Ctx, till: Till, id: string): Promise<OwnPayment> {
  const payment = await findOwnPayment(ctx, id);
  if (payment.status === 'pending') {
    try {
      await settleOrClose(ctx, till, payment, { close: false });
    } catch (error) {
      ctx.log.warn({ err: error, payment: id }, 'a payment could not be looked at');
      throw new Refusal(paymentRefusals.away);
    }
  }
  return readOwnPayment(ctx, id);
}
