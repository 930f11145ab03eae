import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { Refusal } from '#shared/refusal.ts';
import { type OwnPayment, paymentRefusals } from '../contract.ts';
import type { PaymentProviders } from '../payment-providers.ts';
import { findOwnPayment, readOwnPayment } from '../reads.ts';
import { closeCheckout } from './close-checkout.ts';
import { settleOrClose } from './settle-checkout.ts';

/**
 * Somebody gives up a payment of their own that is pending: its checkout is closed, and what it kept is let go. Where
 * the provider cannot be asked now, it is closed as soon as the provider answers.
 * @throws Refusal notFound, payments/not-pending
 */
export async function dropPayment(ctx: Ctx, providers: PaymentProviders, id: string): Promise<OwnPayment> {
  const payment = await findOwnPayment(ctx, id);
  if (payment.status !== 'pending') throw new Refusal(paymentRefusals.notPending);
  // Should this process end, or the provider fail, another closes it a minute later.
  const inAMinute = new Date(ctx.now.getTime() + 60_000);
  await inTransaction(ctx, (ctx) => closeCheckout(ctx, id, inAMinute));
  try {
    await settleOrClose(ctx, providers, payment, { close: true });
  } catch (error) {
    ctx.log.warn({ err: error, payment: id }, 'a checkout could not be closed yet');
  }
  return readOwnPayment(ctx, id);
}

/**
 * Asks the provider how one's own payment stands, for whoever comes back from paying before the webhook does.
 * @throws Refusal notFound, payments/away
 */
export async function checkPayment(ctx: Ctx, providers: PaymentProviders, id: string): Promise<OwnPayment> {
  const payment = await findOwnPayment(ctx, id);
  if (payment.status === 'pending') {
    try {
      await settleOrClose(ctx, providers, payment, { close: false });
    } catch (error) {
      ctx.log.warn({ err: error, payment: id }, 'a payment could not be looked at');
      throw new Refusal(paymentRefusals.away);
    }
  }
  return readOwnPayment(ctx, id);
}
