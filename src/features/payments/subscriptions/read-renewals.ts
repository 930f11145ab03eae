import type { Handler } from '#server/jobs/due-work.ts';
import { type PaymentProviders, providerOf } from '../payment-providers.ts';
import { renewalWork } from '../payment-work.ts';
import { lookAgainAt } from '../rules.ts';
import { settleSubscription } from './settle-subscription.ts';

/** Reads a subscription whose month is over without a webhook, until it is renewed or has ended. */
export function readRenewals(providers: PaymentProviders): Handler {
  return {
    work: renewalWork,
    async run(ctx, ref) {
      const find = () =>
        ctx.db
          .selectFrom('subscriptions')
          .select(['provider', 'paidUntil'])
          .where('ref', '=', ref)
          .where('endedAt', 'is', null)
          .executeTakeFirst();
      const subscription = await find();
      if (!subscription) return;
      if (subscription.paidUntil > ctx.now) return subscription.paidUntil;
      await settleSubscription(ctx, providers, providerOf(providers, subscription), ref);
      const read = await find();
      if (!read) return;
      return read.paidUntil > ctx.now ? read.paidUntil : lookAgainAt(read.paidUntil, ctx.now);
    },
  };
}
