import type { Ctx } from '#server/ctx.ts';
import { Refusal } from '#shared/refusal.ts';
import { type OwnPayment, paymentRefusals } from '../contract.ts';
import type { PaymentProviders } from '../payment-providers.ts';
import { findOwnPayment, readOwnPayment } from '../reads.ts';
import { settlePayment } from './settle-checkout.ts';

/**
 * Reads the state of the person's own payment from the provider, in case they come back before the webhook arrives.
 * @throws Refusal notFound, payments/away
 */
export async function checkPayment(ctx: Ctx, providers: PaymentProviders, id: string): Promise<OwnPayment> {
  const payment = await findOwnPayment(ctx, id);
  if (payment.status === 'pending') {
    try {
      await settlePayment(ctx, providers, payment);
    } catch (error) {
      ctx.log.warn({ err: error, payment: id }, 'a payment could not be looked at');
      throw new Refusal(paymentRefusals.away);
    }
  }
  return readOwnPayment(ctx, id);
}
