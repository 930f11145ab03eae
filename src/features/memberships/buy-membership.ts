import { startCheckout } from '#features/payments/checkout/start-checkout.ts';
import type { StartedCheckout } from '#features/payments/contract.ts';
import type { PaymentProviders } from '#features/payments/payment-providers.ts';
import { checkoutMinutes } from '#features/payments/rules.ts';
import type { Ctx } from '#server/ctx.ts';
import { type Member, memberOf } from '#shared/actor.ts';
import { Refusal, refuse } from '#shared/refusal.ts';
import { minuteMs } from '#shared/time/durations.ts';
import { membershipRefusals, type Offer, type PaidTier } from './contract.ts';
import { findCurrentMembership, findPaidTimes } from './find-current-membership.ts';
import { readPlan } from './reads.ts';
import { buyRefusal, offerOf, offerTo } from './rules.ts';

/**
 * Starts the checkout of a plan for the member. The price is the plan's, less the unused rest of a lower plan that it
 * replaces. The tier begins when the payment is completed: `fulfil-membership.ts`.
 */
export async function buyMembership(
  ctx: Ctx,
  providers: PaymentProviders,
  tier: PaidTier,
): Promise<StartedCheckout> {
  const member = memberOf(ctx.actor);
  const offer = await findOffer(ctx, member, tier);
  return startCheckout(ctx, providers, {
    kind: 'membership',
    tier,
    amountCents: offer.dueCents,
    monthlyCents: offer.priceCents,
    currency: offer.currency,
    expiresAt: new Date(ctx.now.getTime() + checkoutMinutes * minuteMs),
    // Under the lock of the person: what the price was computed from may have changed before it was taken.
    async hold(ctx) {
      const { dueCents } = await findOffer(ctx, member, tier);
      if (dueCents !== offer.dueCents) throw new Refusal(membershipRefusals.changedMeanwhile);
    },
  });
}

/** What the member would pay for the plan now. @throws Refusal where they cannot buy it */
async function findOffer(ctx: Ctx, member: Member, tier: PaidTier): Promise<Offer> {
  const { userId } = member;
  const current = await findCurrentMembership(ctx, userId);
  const paid = current ? await findPaidTimes(ctx, userId, current) : [];
  const offer = offerTo(member, offerOf(await readPlan(ctx, tier), current, paid, ctx.now));
  refuse(buyRefusal(offer));
  return offer;
}
