import type { Selectable } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import type { Subscriptions } from '#server/db/schema.ts';
import type { Handler } from '#server/jobs/due-work.ts';
import { type PaymentProviders, providerOf } from '../payment-providers.ts';
import { changeWork } from '../payment-work.ts';
import { productNames } from '../product-names.ts';
import type { SubscriptionChange } from '../providers/payment-provider.ts';
import { nothingRequested } from './request-change.ts';

type Subscription = Selectable<Subscriptions>;

/** Tells providers about requested changes of their subscriptions. */
export function changeSubscriptions(providers: PaymentProviders): Handler {
  return {
    work: changeWork,
    async run(ctx, ref) {
      const subscription = await ctx.db
        .selectFrom('subscriptions')
        .selectAll()
        .where('ref', '=', ref)
        .where('requestedChange', 'is not', null)
        .executeTakeFirst();
      if (!subscription) return;
      await providerOf(providers, subscription).changeSubscription(ref, changeOf(subscription));
      await noteChanged(ctx, subscription);
    },
  };
}

function changeOf({
  requestedChange,
  requestedTier,
  requestedCents,
  requestedCurrency,
}: Subscription): SubscriptionChange {
  if (!requestedChange) throw new Error('the subscription has no change to tell the provider');
  if (requestedChange !== 'switch-tier') return { change: requestedChange };
  if (!requestedTier || !requestedCents || !requestedCurrency) {
    throw new Error('the change says no tier or price');
  }
  return {
    change: requestedChange,
    tier: requestedTier,
    cents: requestedCents,
    currency: requestedCurrency,
    title: productNames[requestedTier],
  };
}

/** Clears the request, unless another one replaced it in the meantime. */
async function noteChanged(
  { db, now }: Ctx,
  { ref, requestedChange, requestedAt, requestedTier }: Subscription,
): Promise<void> {
  await db
    .updateTable('subscriptions')
    .set({
      ...nothingRequested,
      ...(requestedChange === 'switch-tier' && { nextTier: requestedTier }),
      ...(requestedChange === 'end' && { endedAt: now }),
    })
    .where('ref', '=', ref)
    .where('requestedAt', '=', requestedAt)
    .where('requestedChange', '=', requestedChange)
    .execute();
}
