import type { Db } from '#server/db/connect.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { createTestProvider } from './test-provider.ts';

export type PaymentSettings = {
  appUrl: string;
  stripe: { secretKey: string; webhookSecret: string } | null;
  testPayments: boolean;
};

/**
 * Chooses the provider of new payments: Stripe when its key is set, else the built-in test provider when the settings
 * allow it, else none. Checkouts that were begun with the test provider can still be settled, but its
 * subscriptions renew only while it is the provider of new payments. Stripe's client is loaded where it is used alone.
 */
export async function choosePayments(
  db: Db,
  clock: () => Date,
  { appUrl, stripe, testPayments }: PaymentSettings,
): Promise<{ current: PaymentProvider | null; all: readonly PaymentProvider[] }> {
  const test = createTestProvider(db, clock, { renews: stripe === null && testPayments });
  if (stripe) {
    const { createStripeProvider } = await import('./stripe-provider.ts');
    const provider = createStripeProvider({ ...stripe, appUrl });
    return { current: provider, all: [provider, test] };
  }
  return { current: testPayments ? test : null, all: [test] };
}
