import { guardianFirst } from '#features/accounts/contract.ts';
import { leastChargeIn } from '#features/payments/prices/least-charge.ts';
import { countsSinceOf } from '#features/payments/rules.ts';
import { type Member, type Tier, tierRank } from '#shared/actor.ts';
import type { RefusalKind } from '#shared/refusal.ts';
import { dayMs } from '#shared/time/durations.ts';
import { membershipRefusals, type Offer, type OwnMembership, type Plan } from './contract.ts';

/** How long a tier lasts once it is known that the month after the paid one could not be charged. */
const graceDays = 3;

/**
 * How long a tier lasts past its month while the provider says neither that the next one was charged nor that it could
 * not be, as while it cannot be read. Reading it is among what is stuck from the first day on: two weeks leave an
 * administrator time to mend that. After them the plan would be free of charge for as long as it stays broken.
 */
const untoldDays = 14;

/**
 * For so long after a failed month no other subscription of the person has days of grace: a card that declines each
 * renewal would have three days of every month free of charge, by a new plan each time.
 */
export const graceAgainMs = 60 * dayMs;

/** A membership; the free tier has none. */
export type CurrentMembership = {
  tier: Tier;
  startedAt: Date;
  endsAt: Date | null;
  graceEndsAt: Date | null;
  cancelledAt: Date | null;
  /** When the provider said that it could not charge the month after the paid one. */
  chargeFailedAt: Date | null;
  /** Names a subscription that has not ended. */
  subscriptionRef: string | null;
  nextTier: Tier | null;
};

/** A time that was paid, a month or several: from, to, and its price in cents of the currency. */
export type PaidTime = { from: Date; to: Date; amountCents: number; currency: string };

/** When the days of grace end that begin at an instant. */
export function graceAfter(instant: Date): Date {
  return new Date(instant.getTime() + graceDays * dayMs);
}

/** Until when a plan that renews goes on past its end, while the provider has not told whether it was charged. */
export function renewalAwaitedUntil(endsAt: Date): Date {
  return new Date(endsAt.getTime() + untoldDays * dayMs);
}

/** Whether the paid month has ended, and the next one is neither charged yet nor known to have failed. */
function isRenewing(current: CurrentMembership, now: Date): boolean {
  const { endsAt, subscriptionRef, cancelledAt, chargeFailedAt } = current;
  const renews = subscriptionRef !== null && cancelledAt === null && chargeFailedAt === null;
  return renews && endsAt !== null && endsAt <= now;
}

/** Whether the paid month has ended, nothing renews it, and the days of grace run. */
export function isInGrace(current: CurrentMembership, now: Date): boolean {
  return current.endsAt !== null && current.endsAt <= now && !isRenewing(current, now);
}

/** Whether an administrator gave it without an end: nothing ends it but its member or an administrator. */
export function isEndless({ endsAt, subscriptionRef }: CurrentMembership): boolean {
  return endsAt === null && subscriptionRef === null;
}

/** Whether a payment is for this membership, and not for one that it replaced. */
export function paysFor(
  payment: { provider: string; tier: Tier | null; createdAt: Date; completedAt: Date | null },
  membership: Pick<CurrentMembership, 'tier' | 'startedAt'>,
): boolean {
  const since = countsSinceOf(payment);
  return payment.tier === membership.tier && since !== null && since >= membership.startedAt;
}

/**
 * The worth of the unused rest of the time that was paid, in cents, rounded down: an upgrade costs that much less. Null
 * where some of it was paid in another currency, of which nothing can be subtracted.
 */
function creditFor(paid: readonly PaidTime[], currency: string, now: Date): number | null {
  const ahead = paid.filter(({ to }) => to > now);
  if (ahead.some((time) => time.currency !== currency)) return null;
  const cents = ahead.map(({ from, to, amountCents }) => {
    const whole = to.getTime() - from.getTime();
    return (amountCents * Math.min(whole, to.getTime() - now.getTime())) / whole;
  });
  return Math.floor(cents.reduce((sum, each) => sum + each, 0));
}

/** What a member can do about a plan, and what they would pay for it now. */
export function offerOf(
  plan: Plan,
  current: CurrentMembership | null,
  paid: readonly PaidTime[],
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
  // The month after it may be charged already, at the tier and the price it has.
  const mayChange = !isRenewing(current, now);
  if (plan.tier === current.tier) {
    if (current.subscriptionRef !== null && current.cancelledAt !== null) return offered('resume');
    const isToChange = current.nextTier !== null && current.nextTier !== current.tier;
    return offered(isToChange && mayChange ? 'keep' : 'current');
  }
  if (tierRank(plan.tier) > tierRank(current.tier)) {
    const credit = creditFor(paid, plan.currency, now);
    // Nothing would be left of months that are paid ahead, where they are worth more than a month of the higher plan or
    // were paid in another currency.
    if (credit === null || credit > plan.priceCents)
      return offered('none', 0, membershipRefusals.afterThisOne);
    return offered('upgrade', Math.max(leastChargeIn(plan.currency), plan.priceCents - credit));
  }
  if (isEndless(current)) return offered('none', 0, membershipRefusals.leaveFirst);
  if (renews && current.nextTier === plan.tier) return offered('next');
  // A provider charges the months of one subscription in one currency.
  const isOfOtherCurrency = paid.some(({ to, currency }) => to > now && currency !== plan.currency);
  if (!renews || !mayChange || isOfOtherCurrency) return offered('none', 0, membershipRefusals.afterThisOne);
  return offered('later');
}

/**
 * An offer to a member: a kid pays for no plan without the consent of their guardian, as it opens only live classes.
 * What they have is theirs to its end.
 */
export function offerTo({ guardianConsent }: Pick<Member, 'guardianConsent'>, offer: Offer): Offer {
  const pays = offer.action === 'buy' || offer.action === 'upgrade';
  if (guardianConsent || !(pays || offer.action === 'resume')) return offer;
  return { ...offer, action: pays ? 'none' : 'current', dueCents: 0, refusal: guardianFirst.code };
}

/** Why a plan cannot be paid for now; null where it can. */
export function buyRefusal({ action, refusal }: Offer): RefusalKind | null {
  if (action === 'buy' || action === 'upgrade') return null;
  if (action === 'current' || action === 'keep' || action === 'resume')
    return membershipRefusals.alreadyYours;
  if (action !== 'none') return membershipRefusals.lowerLater;
  const reasons = [guardianFirst, membershipRefusals.leaveFirst];
  return reasons.find(({ code }) => code === refusal) ?? membershipRefusals.afterThisOne;
}

/** A membership as its owner's page shows it. */
export function toOwnMembership(
  { guardianConsent }: Pick<Member, 'guardianConsent'>,
  current: CurrentMembership,
  now: Date,
): OwnMembership {
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
    renewing: isRenewing(current, now),
    nextTier: nextTier === tier ? null : nextTier,
    canCancel: renews || isEndless(current),
    canResume: guardianConsent && subscriptionRef !== null && cancelledAt !== null && !inGrace,
  };
}
