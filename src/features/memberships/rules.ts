import { type Tier, tierRank } from '#shared/actor.ts';
import type { RefusalKind } from '#shared/refusal.ts';
import { membershipRefusals, type Offer, type OwnMembership, type Plan } from './contract.ts';

const day = 24 * 60 * 60_000;

/** How long a tier stays after a month that could not be charged. */
export const graceDays = 3;

/** The smallest amount a card can be asked for, in cents. */
const least = 50;

/** A membership as it stands; there is none for the free tier. */
export type Standing = {
  tier: Tier;
  startedAt: Date;
  endsAt: Date | null;
  graceEndsAt: Date | null;
  cancelledAt: Date | null;
  /** Of a subscription that has not ended. */
  subscriptionRef: string | null;
  nextTier: Tier | null;
};

/** The part of a month that is paid for: from, to, and what it cost in cents of the currency. */
export type PaidMonth = { from: Date; to: Date; amountCents: number; currency: string };

export function graceAfter(endsAt: Date): Date {
  return new Date(endsAt.getTime() + graceDays * day);
}

/** Whether what was paid for has ended, and only patience is left. */
function isInGrace({ endsAt }: Standing, now: Date): boolean {
  return endsAt !== null && endsAt <= now;
}

/** What is left of a paid month, in cents, rounded down: an upgrade costs that much less. */
export function creditFor(month: PaidMonth | null, currency: string, now: Date): number {
  if (!month || month.currency !== currency) return 0;
  const whole = month.to.getTime() - month.from.getTime();
  const left = month.to.getTime() - now.getTime();
  return whole <= 0 || left <= 0 ? 0 : Math.floor((month.amountCents * Math.min(left, whole)) / whole);
}

/** What a member can do about a plan, and what they would pay for it now. */
export function offerOf(plan: Plan, standing: Standing | null, paid: PaidMonth | null, now: Date): Offer {
  const offered = (action: Offer['action'], dueCents = 0, refusal: RefusalKind | null = null): Offer => ({
    ...plan,
    action,
    dueCents,
    refusal: refusal?.code ?? null,
  });
  if (plan.tier === 'free') return offered(standing ? 'none' : 'current');
  if (!standing) return offered('buy', plan.priceCents);
  const renews = standing.subscriptionRef !== null && standing.cancelledAt === null;
  if (isInGrace(standing, now)) return offered('buy', plan.priceCents);
  if (plan.tier === standing.tier) {
    if (standing.subscriptionRef !== null && standing.cancelledAt !== null) return offered('resume');
    return offered(standing.nextTier && standing.nextTier !== standing.tier ? 'keep' : 'current');
  }
  if (tierRank(plan.tier) > tierRank(standing.tier)) {
    return offered('upgrade', Math.max(least, plan.priceCents - creditFor(paid, plan.currency, now)));
  }
  if (!renews) return offered('none', 0, membershipRefusals.afterThisOne);
  return offered(standing.nextTier === plan.tier ? 'next' : 'later');
}

/** Why a plan cannot be paid for now; null where it can. */
export function buyRefusal({ action }: Offer): RefusalKind | null {
  if (action === 'buy' || action === 'upgrade') return null;
  if (action === 'current' || action === 'keep' || action === 'resume')
    return membershipRefusals.alreadyYours;
  return action === 'none' ? membershipRefusals.afterThisOne : membershipRefusals.lowerLater;
}

/** A membership in the words of its owner's page. */
export function toOwnMembership(standing: Standing, now: Date): OwnMembership {
  const { tier, startedAt, endsAt, graceEndsAt, cancelledAt, subscriptionRef, nextTier } = standing;
  const inGrace = isInGrace(standing, now);
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
    canCancel: renews,
    canResume: subscriptionRef !== null && cancelledAt !== null && !inGrace,
  };
}
