import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { Refusal } from '#shared/refusal.ts';
import { minuteMs } from '#shared/time/durations.ts';
import { type OwnPayment, paymentRefusals } from '../contract.ts';
import type { PaymentProviders } from '../payment-providers.ts';
import { findOwnPayment, readOwnPayment } from '../reads.ts';
import { closeCheckout } from './close-checkout.ts';
import { closeAndSettle } from './settle-checkout.ts';

/**
 * A person gives up a pending payment of their own: its checkout is closed, and what it held is released. When the
 * provider does not answer, due work closes the checkout later.
 * @throws Refusal notFound, payments/not-pending
 */
export async function dropPayment(ctx: Ctx, providers: PaymentProviders, id: string): Promise<OwnPayment> {
  const payment = await findOwnPayment(ctx, id);
  if (payment.status !== 'pending') throw new Refusal(paymentRefusals.notPending);
  // If this process ends or the provider fails, due work closes it a minute later.
  const inAMinute = new Date(ctx.now.getTime() + minuteMs);
  await inTransaction(ctx, (ctx) => closeCheckout(ctx, id, { at: inAMinute }));
  try {
    await closeAndSettle(ctx, providers, payment);
  } catch (error) {
    ctx.log.warn({ err: error, payment: id }, 'a checkout could not be closed yet');
  }
  return readOwnPayment(ctx, id);
}
