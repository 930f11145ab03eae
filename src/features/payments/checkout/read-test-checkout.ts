import type { Ctx } from '#server/ctx.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import type { TestCheckout } from '../contract.ts';
import type { PaymentProviders } from '../payment-providers.ts';
import type { TestProvider } from '../providers/test-provider.ts';
import { findOwnPayment } from '../reads.ts';

/**
 * The checkout page of the built-in test provider, for the person who opened the checkout.
 * @throws Refusal notFound, also where another provider takes the money
 */
export async function readTestCheckout(
  ctx: Ctx,
  providers: PaymentProviders,
  id: string,
): Promise<TestCheckout> {
  testProviderOf(providers);
  const payment = await findOwnPayment(ctx, id);
  const checkout = await ctx.db
    .selectFrom('testCheckouts')
    .select(['state', 'offersVoucher'])
    .where('ref', '=', id)
    .executeTakeFirst();
  if (!checkout) throw new Refusal(commonRefusals.notFound);
  const { kind, tier, title, amountCents, monthlyCents, currency } = payment;
  return {
    id,
    kind,
    tier,
    title,
    amountCents,
    monthlyCents,
    currency,
    state: checkout.state,
    offersVoucher: checkout.offersVoucher,
  };
}

/** @throws Refusal notFound where another provider takes the money */
export function testProviderOf(providers: PaymentProviders): TestProvider {
  if (providers.current?.name !== 'test') throw new Refusal(commonRefusals.notFound);
  return providers.current as TestProvider;
}
