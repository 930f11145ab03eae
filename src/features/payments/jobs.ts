import type { Jobs } from '#server/jobs/start-jobs.ts';
import { forgetProviderEvents } from './checkout/forget-provider-events.ts';
import { settlePayments } from './checkout/settle-payments.ts';
import type { PaymentProviders } from './payment-providers.ts';
import { makeRefunds } from './refunds/make-refunds.ts';
import { readReturns, watchDisputes, watchFailedRefunds, watchGivenBack } from './refunds/watch-returns.ts';
import { changeSubscriptions } from './subscriptions/change-subscriptions.ts';
import { readRenewals } from './subscriptions/read-renewals.ts';

/** The due work that asks providers outside of requests, and the chore that forgets what they told. */
export function paymentJobs(providers: PaymentProviders): Jobs {
  return {
    chores: [forgetProviderEvents],
    handlers: [
      settlePayments(providers),
      makeRefunds(providers),
      readReturns(providers),
      watchDisputes(providers),
      watchFailedRefunds(providers),
      watchGivenBack(providers),
      changeSubscriptions(providers),
      readRenewals(providers),
    ],
  };
}
