import type { Db } from '#server/db/connect.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { createStripeProvider } from './stripe-provider.ts';
import { createTestProvider } from './test-provider.ts';

export type PaymentSettings = {
  appUrl: string;
  stripe: { secretKey: string; webhookSecret: string } | null;
  testPayments: boolean;
};

/**
 * Who takes payments: Stripe where its key is set, else the built-in test provider where that is welcome, else nobody.
 * What was begun with the test provider goes on being seen to.
 */
export function choosePayments(
  db: Db,
  clock: () => Date,
  { appUrl, stripe, testPayments }: PaymentSettings,
): { current: PaymentProvider | null; known: readonly PaymentProvider[] } {
  const test = createTestProvider(db, clock);
  if (stripe) {
    const provider = createStripeProvider({ ...stripe, appUrl });
    return { current: provider, known: [provider, test] };
  }
  return { current: testPayments ? test : null, known: [test] };
}
