import type { Ctx } from '#server/ctx.ts';
import { Refusal } from '#shared/refusal.ts';
import { paymentRefusals, type TestCheckout, type TestOutcome } from '../contract.ts';
import type { PaymentProviders } from '../payment-providers.ts';
import { readTestCheckout, testProviderOf } from './read-test-checkout.ts';
import { receiveWebhook } from './receive-webhook.ts';

/** Pays, declines or expires a test checkout, or leaves it as a voucher; its webhook comes in as any provider's. */
export async function decideTestCheckout(
  ctx: Ctx,
  providers: PaymentProviders,
  id: string,
  outcome: TestOutcome,
): Promise<TestCheckout> {
  const provider = testProviderOf(providers);
  const before = await readTestCheckout(ctx, providers, id);
  if (outcome === 'voucher' && !before.offersVoucher) throw new Refusal(paymentRefusals.noVoucher);
  const message = await provider.decide(id, outcome);
  if (!message) throw new Refusal(paymentRefusals.notPending);
  await receiveWebhook(ctx, providers, provider, message.rawBody, message.signature);
  return readTestCheckout(ctx, providers, id);
}
