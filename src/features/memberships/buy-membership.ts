import { startCheckout } from '#features/payments/checkout/start-checkout.ts';
import type { StartedCheckout } from '#features/payments/contract.ts';
import type { PaymentProviders } from '#features/payments/payment-providers.ts';
import { checkoutMinutes } from '#features/payments/rules.ts';
import type { Ctx } from '#server/ctx.ts';
import { memberOf } from '#shared/actor.ts';
import { refuse } from '#shared/refusal.ts';
import { minuteMs } from '#shared/time/durations.ts';
import type { PaidTier } from './contract.ts';
import { findCurrentMembership, findPaidTimes } from './find-current-membership.ts';
import { readPlan } from './reads.ts';
import { buyRefusal, offerOf } from './rules.ts';

/**
 * Starts the checkout of a plan for the member. The price is the plan's, less the unused rest of a lower plan that it
 * replaces. The tier begins when the payment is completed: `fulfil-membership.ts`.
 */
export async function buyMembership(
  ctx: Ctx,
  providers: PaymentProviders,
  tier: PaidTier,
): Promise<StartedCheckout> {
  const { userId } = memberOf(ctx.actor);
  const current = await findCurrentMembership(ctx, userId);
  const paid = current ? await findPaidTimes(ctx, userId, current) : [];
  const plan = await readPlan(ctx, tier);
  const offer = offerOf(plan, current, paid, ctx.now);
  refuse(buyRefusal(offer));
  return startCheckout(ctx, providers, {
    kind: 'membership',
    tier,
    amountCents: offer.dueCents,
    monthlyCents: plan.priceCents,
    currency: plan.currency,
    expiresAt: new Date(ctx.now.getTime() + checkoutMinutes * minuteMs),
  });
}
