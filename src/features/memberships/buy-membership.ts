import { hasGuardianConsent } from '#features/accounts/guardian/has-guardian-consent.ts';
import { startCheckout } from '#features/payments/checkout/start-checkout.ts';
import type { StartedCheckout } from '#features/payments/contract.ts';
import type { PaymentProviders } from '#features/payments/payment-providers.ts';
import { checkoutMinutes } from '#features/payments/rules.ts';
import type { Ctx } from '#server/ctx.ts';
import { memberOf } from '#shared/actor.ts';
import { Refusal, refuse } from '#shared/refusal.ts';
import { minuteMs } from '#shared/time/durations.ts';
import { membershipRefusals, type Offer, type PaidTier } from './contract.ts';
import { findCurrentMembership, findPaidTimes } from './find-current-membership.ts';
import { readPlan } from './reads.ts';
import { buyRefusal, offerOf, offerTo } from './rules.ts';

/**
 * Starts the checkout of a plan for the member. The price is the plan's, less the unused rest of a lower plan that it
 * replaces. The tier begins when the payment is completed: `fulfil-membership.ts`.
 * @throws Refusal signInFirst, guardianFirst, alreadyYours, lowerLater, afterThisOne, leaveFirst, changedMeanwhile, and
 * what `startCheckout` refuses
 */
export async function buyMembership(
  ctx: Ctx,
  providers: PaymentProviders,
  tier: PaidTier,
): Promise<StartedCheckout> {
  const { userId } = memberOf(ctx.actor);
  const offer = await findOffer(ctx, userId, tier);
  return startCheckout(ctx, providers, {
    kind: 'membership',
    tier,
    amountCents: offer.dueCents,
    monthlyCents: offer.priceCents,
    currency: offer.currency,
    expiresAt: new Date(ctx.now.getTime() + checkoutMinutes * minuteMs),
    // Under the lock of the person: a kid's consent may have ended before it was taken, and what the price was computed
    // from may have changed.
    async hold(ctx) {
      const { dueCents } = await findOffer(ctx, userId, tier);
      if (dueCents !== offer.dueCents) throw new Refusal(membershipRefusals.changedMeanwhile);
    },
  });
}

/** What the member would pay for the plan now. @throws Refusal where they cannot buy it */
async function findOffer(ctx: Ctx, userId: string, tier: PaidTier): Promise<Offer> {
  const current = await findCurrentMembership(ctx, userId);
  const paid = current ? await findPaidTimes(ctx, userId, current) : [];
  const guardianConsent = await hasGuardianConsent(ctx, userId);
  const offer = offerTo({ guardianConsent }, offerOf(await readPlan(ctx, tier), current, paid, ctx.now));
  refuse(buyRefusal(offer));
  return offer;
}
