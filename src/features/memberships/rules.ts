import { type Tier, tierRank } from '#shared/actor.ts';
import type { RefusalKind } from '#shared/refusal.ts';
import { dayMs } from '#shared/time/durations.ts';
import { membershipRefusals, type Offer, type OwnMembership, type Plan } from './contract.ts';

/** How long a tier lasts after a month that could not be charged. */
export const graceDays = 3;

/** The smallest amount that a card can be charged, in cents. */
const least = 50;

/** A membership; the free tier has none. */
export type CurrentMembership = {
  tier: Tier;
  startedAt: Date;
  endsAt: Date | null;
  graceEndsAt: Date | null;
  cancelledAt: Date | null;
  /** Of a subscription that has not ended. */
  subscriptionRef: string | null;
  nextTier: Tier | null;
};

/** A paid month: from, to, and its price in cents of the currency. */
export type PaidMonth = { from: Date; to: Date; amountCents: number; currency: string };

export function graceAfter(endsAt: Date): Date {
  return new Date(endsAt.getTime() + graceDays * dayMs);
}

/** Whether the paid month has ended and the days of grace run. */
function isInGrace({ endsAt }: CurrentMembership, now: Date): boolean {
  return endsAt !== null && endsAt <= now;
}

/** Whether an administrator gave it without an end: nothing ends it but its member or an administrator. */
export function isEndless({ endsAt, subscriptionRef }: CurrentMembership): boolean {
  return endsAt === null && subscriptionRef === null;
}

/** The worth of the unused rest of a paid month, in cents, rounded down: an upgrade costs that much less. */
export function creditFor(month: PaidMonth | null, currency: string, now: Date): number {
  if (!month || month.currency !== currency) return 0;
  const whole = month.to.getTime() - month.from.getTime();
  const left = month.to.getTime() - now.getTime();
  return whole <= 0 || left <= 0 ? 0 : Math.floor((month.amountCents * Math.min(left, whole)) / whole);
}

/** What a member can do about a plan, and what they would pay for it now. */
export function offerOf(
  plan: Plan,
  current: CurrentMembership | null,
  paid: PaidMonth | null,
  now: Date,
): Offer {
  const offered = (action: Offer['action'], dueCents = 0, refusal: RefusalKind | null = null): Offer => ({
    ...plan,
    action,
    dueCents,
    refusal: refusal?.code ?? null,
  });
  if (plan.tier === 'free') return offered(current ? 'none' : 'current');
  if (!current) return offered('buy', plan.priceCents);
  const renews = current.subscriptionRef !== null && current.cancelledAt === null;
  if (isInGrace(current, now)) return offered('buy', plan.priceCents);
  if (plan.tier === current.tier) {
    if (current.subscriptionRef !== null && current.cancelledAt !== null) return offered('resume');
    return offered(current.nextTier && current.nextTier !== current.tier ? 'keep' : 'current');
  }
  if (tierRank(plan.tier) > tierRank(current.tier)) {
    return offered('upgrade', Math.max(least, plan.priceCents - creditFor(paid, plan.currency, now)));
  }
  if (isEndless(current)) return offered('none', 0, membershipRefusals.leaveFirst);
  if (!renews) return offered('none', 0, membershipRefusals.afterThisOne);
  return offered(current.nextTier === plan.tier ? 'next' : 'later');
}

/** Why a plan cannot be paid for now; null where it can. */
export function buyRefusal({ action, refusal }: Offer): RefusalKind | null {
  if (action === 'buy' || action === 'upgrade') return null;
  if (action === 'current' || action === 'keep' || action === 'resume')
    return membershipRefusals.alreadyYours;
  if (action !== 'none') return membershipRefusals.lowerLater;
  return refusal === membershipRefusals.leaveFirst.code
    ? membershipRefusals.leaveFirst
    : membershipRefusals.afterThisOne;
}

/** A membership as its owner's page shows it. */
export function toOwnMembership(current: CurrentMembership, now: Date): OwnMembership {
  const { tier, startedAt, endsAt, graceEndsAt, cancelledAt, subscriptionRef, nextTier } = current;
  const inGrace = isInGrace(current, now);
  const renews = subscriptionRef !== null && cancelledAt === null;
  return {
    tier,
    startedAt: startedAt.toISOString(),
    endsAt: endsAt?.toISOString() ?? null,
    graceEndsAt: inGrace ? (graceEndsAt?.toISOString() ?? null) : null,
    renews,
    cancelled: cancelledAt !== null,
    inGrace,
    nextTier: nextTier === tier ? null : nextTier,
    canCancel: renews || isEndless(current),
    canResume: subscriptionRef !== null && cancelledAt !== null && !inGrace,
  };
}
