import { hasGuardianConsent } from '#features/accounts/guardian/has-guardian-consent.ts';
import { lockPerson } from '#features/accounts/sessions/lock-person.ts';
import { notify } from '#features/notifications/notify.ts';
import { giveUpPlanCheckouts } from '#features/payments/checkout/give-up-checkouts.ts';
import { movePaidTimes } from '#features/payments/checkout/move-paid-times.ts';
import { setPaidTime } from '#features/payments/checkout/set-paid-time.ts';
import { byHandRefusals } from '#features/payments/contract.ts';
import type { Fulfilment, Payment } from '#features/payments/payment-providers.ts';
import { countsSince, findCreditedPayments } from '#features/payments/refunds/find-credited-payments.ts';
import { requestRefund, requestRefunds } from '#features/payments/refunds/request-refund.ts';
import { paidTimeOf, refundReasons } from '#features/payments/rules.ts';
import { requestChange } from '#features/payments/subscriptions/request-change.ts';
import type { Ctx } from '#server/ctx.ts';
import { type Tier, tierRank } from '#shared/actor.ts';
import { Refusal } from '#shared/refusal.ts';
import { monthsAfter, monthsBetween } from '#shared/time/community-months.ts';
import { updateMembership } from './change/update-membership.ts';
import { endLapsedMembership, endMembership } from './end-memberships.ts';
import { findCurrentMembership, findMembershipOf } from './find-current-membership.ts';
import { publishMembershipChanged } from './publish-membership-changed.ts';
import {
  type CurrentMembership,
  graceAfter,
  graceAgainMs,
  isInGrace,
  paysFor,
  renewalAwaitedUntil,
} from './rules.ts';
import { saveMembership } from './save-membership.ts';

/** The fulfilment of a membership's payment. It locks the person before the payment is locked. */
export const membershipFulfilment: Fulfilment = {
  async lock(ctx, { userId }) {
    await lockPerson(ctx, userId);
  },

  /** Gives no plan to a kid without the consent of their guardian, which may have ended since the payment began. */
  async completed(ctx, payment) {
    if (!(await hasGuardianConsent(ctx, payment.userId))) return false;
    if (isRenewal(payment)) return renew(ctx, payment);
    const current = await findCurrentMembership(ctx, payment.userId);
    if (payment.provider === 'manual') return extendByHand(ctx, payment, current);
    return begin(ctx, payment, current);
  },

  /**
   * A month could not be charged: the tier stays for the days of grace, and the person is told. The days begin now
   * where the provider could not be read before, so that the person has them all. A person who had such days lately has
   * none, and the tier ends.
   */
  async failed(ctx, payment) {
    if (!isRenewal(payment)) return;
    const current = await findCurrentMembership(ctx, payment.userId);
    if (!current?.endsAt || current.cancelledAt) return;
    if (current.subscriptionRef !== payment.subscriptionRef) return;
    if (current.endsAt <= ctx.now && (await hadGraceLately(ctx, payment)))
      return endLapsedMembership(ctx, payment.userId, current);
    const graceEndsAt = graceAfter(new Date(Math.max(current.endsAt.getTime(), ctx.now.getTime())));
    await updateMembership(ctx, payment.userId, { chargeFailedAt: ctx.now, graceEndsAt });
    await notify(ctx, {
      to: [payment.userId],
      kind: 'memberships.renewal-failed',
      detail: { tier: current.tier, until: graceEndsAt.toISOString() },
      link: '/membership',
    });
    await publishMembershipChanged(ctx, payment.userId);
  },

  /**
   * A refund of the running month ends the membership now. A refund of an earlier month changes nothing. A refund of
   * months paid by hand removes what is left of them, and the months that were paid after them begin earlier. The
   * checkout of another plan is closed, whose price is less by what was refunded; one that was paid is refunded too.
   */
  async refunded(ctx, payment) {
    const { userId, subscriptionRef } = payment;
    const time = paidTimeOf(payment);
    if (!time) return;
    const { from: paidFrom, until: paidUntil } = time;
    if (paidUntil > ctx.now) await giveUpPlanCheckouts(ctx, userId);
    await refundCredited(ctx, payment);
    if (subscriptionRef) {
      // Also where the subscription ended before: an administrator may cancel it at the provider and then refund it.
      const paid = await findMembershipOf(ctx, subscriptionRef);
      if (paid?.endsAt && paidUntil >= paid.endsAt) await endMembership(ctx, userId, paid);
      return;
    }
    const current = await findCurrentMembership(ctx, userId);
    if (!current?.endsAt) return;
    if (current.subscriptionRef || !paysFor(payment, current)) return;
    const from = Math.max(paidFrom.getTime(), ctx.now.getTime());
    const ahead = paidUntil.getTime() - from;
    if (ahead <= 0) return;
    const endsAt = new Date(current.endsAt.getTime() - ahead);
    if (endsAt <= ctx.now) return endMembership(ctx, userId, current);
    await movePaidTimes(ctx, payment, ahead);
    await saveMembership(ctx, userId, { ...current, endsAt, provider: 'manual' });
  },

  async subscriptionEnded(ctx, { ref, userId }) {
    // Nothing renews it any more: past its end it has the days of grace, and no longer.
    const grace = graceAfter(ctx.now);
    const { numUpdatedRows } = await ctx.db
      .updateTable('userMemberships')
      .set(({ fn, eb, val }) => ({
        cancelledAt: fn.coalesce('cancelledAt', val(ctx.now)),
        graceEndsAt: eb
          .case()
          .when('endsAt', '>', ctx.now)
          .then(null)
          .when('graceEndsAt', '>', grace)
          .then(grace)
          .else(eb.ref('graceEndsAt'))
          .end(),
        nextTier: null,
      }))
      .where('userId', '=', userId)
      .where('subscriptionRef', '=', ref)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await publishMembershipChanged(ctx, userId);
  },
};

/** The tier that a membership's payment pays for. A constraint of the table says that it has one. */
function tierOf({ id, tier }: Payment): Tier {
  if (!tier) throw new Error(`payment ${id} is for a membership and has no tier`);
  return tier;
}

/** A later month of a subscription, which the provider charged. */
function isRenewal({ subscriptionRef, checkoutRef }: Payment): boolean {
  return subscriptionRef !== null && checkoutRef === null;
}

/** Whether a month of another subscription of the person could not be charged, a short time ago. */
async function hadGraceLately({ db, now }: Ctx, { userId, subscriptionRef }: Payment): Promise<boolean> {
  const failed = await db
    .selectFrom('payments')
    .select('id')
    .where('userId', '=', userId)
    .where('status', '=', 'failed')
    .where('invoiceRef', 'is not', null)
    .where('subscriptionRef', '<>', subscriptionRef)
    .where('createdAt', '>', new Date(now.getTime() - graceAgainMs))
    .limit(1)
    .executeTakeFirst();
  return failed !== undefined;
}

/**
 * A checkout was paid. A tier that the member has or exceeds is not given again, and none for a price from which time
 * was subtracted that is being refunded: that payment is refunded.
 */
async function begin(ctx: Ctx, payment: Payment, current: CurrentMembership | null): Promise<boolean> {
  const { userId, subscriptionRef } = payment;
  const tier = tierOf(payment);
  const isRunning = current !== null && (current.endsAt === null || current.endsAt > ctx.now);
  if (isRunning && tierRank(current.tier) >= tierRank(tier)) return false;
  if (await isCreditRefunded(ctx, payment)) return false;
  if (current?.subscriptionRef && current.subscriptionRef !== subscriptionRef)
    await requestChange(ctx, current.subscriptionRef, { change: 'end' });
  if (current) await refundUncredited(ctx, payment, current);
  const endsAt = payment.paidUntil ?? monthsAfter(ctx.now);
  await saveMembership(ctx, userId, {
    tier,
    startedAt: ctx.now,
    endsAt,
    graceEndsAt: renewalAwaitedUntil(endsAt),
    cancelledAt: null,
    chargeFailedAt: null,
    subscriptionRef,
    nextTier: null,
    provider: payment.provider,
  });
  await notifyMember(ctx, userId, 'memberships.started', tier, endsAt);
  return true;
}

/**
 * Refunds the running month of a higher plan whose price was less by the rest of a payment that is refunded now,
 * which ends that plan: the rest is given once. `refundPayment` refuses this; a refund by the payer's bank, or at the
 * provider, is not asked for here.
 */
async function refundCredited(ctx: Ctx, payment: Payment): Promise<void> {
  const current = await findCurrentMembership(ctx, payment.userId);
  const endsAt = current?.endsAt;
  if (!endsAt) return;
  const credited = await findCreditedPayments(ctx, payment);
  const isRunning = credited.some(
    (each) => paysFor(each, current) && each.paidUntil !== null && each.paidUntil >= endsAt,
  );
  if (!isRunning) return;
  const ids = credited.map(({ id }) => id);
  await requestRefunds(ctx, ids, { reason: refundReasons.undeliverable });
}

/** Whether time that was subtracted from the price of a payment was refunded since the price was quoted. */
async function isCreditRefunded(
  { db }: Ctx,
  { id, userId, amountCents, monthlyCents, createdAt }: Payment,
): Promise<boolean> {
  if (monthlyCents === null || amountCents >= monthlyCents) return false;
  const refunded = await db
    .selectFrom('payments')
    .select('id')
    .where('userId', '=', userId)
    .where('kind', '=', 'membership')
    .where('id', '<>', id)
    .where(countsSince, '<', createdAt)
    .where('paidUntil', '>', createdAt)
    .where('refundWantedAt', '>=', createdAt)
    .limit(1)
    .executeTakeFirst();
  return refunded !== undefined;
}

/**
 * Gives back the months of the replaced membership that were paid after the price of its successor was quoted: the
 * checkout of a lower plan that was paid beside it, a renewal, or a payment by hand. Their rest is not in that price.
 */
async function refundUncredited(
  ctx: Ctx,
  { id: ownId, userId, createdAt }: Payment,
  replaced: CurrentMembership,
): Promise<void> {
  const since = await ctx.db
    .selectFrom('payments')
    .select(['id', 'provider', 'tier', 'createdAt', 'completedAt'])
    .where('userId', '=', userId)
    .where('kind', '=', 'membership')
    .where('status', '=', 'completed')
    .where('id', '<>', ownId)
    .where(countsSince, '>=', createdAt)
    .execute();
  for (const payment of since)
    if (paysFor(payment, replaced))
      await requestRefund(ctx, { paymentId: payment.id, reason: refundReasons.paidHigher });
}

/**
 * Returns false, and the payment is refunded, when the member cancelled or has another subscription by now. A
 * membership that is over and still there goes on: its month may have been charged while the provider was away.
 */
async function renew(ctx: Ctx, payment: Payment): Promise<boolean> {
  const { userId, subscriptionRef, paidUntil } = payment;
  const tier = tierOf(payment);
  const current = subscriptionRef ? await findMembershipOf(ctx, subscriptionRef) : null;
  if (!current?.subscriptionRef || current.cancelledAt || !paidUntil || !current.endsAt) return false;
  const endsAt = new Date(Math.max(paidUntil.getTime(), current.endsAt.getTime()));
  await saveMembership(ctx, userId, {
    ...current,
    tier,
    endsAt,
    graceEndsAt: renewalAwaitedUntil(endsAt),
    chargeFailedAt: null,
    nextTier: null,
    provider: payment.provider,
  });
  await notifyMember(ctx, userId, 'memberships.renewed', tier, endsAt);
  return true;
}

/**
 * Months paid by hand: after the one they have, or from now on. Refused beside a subscription, which ends where its
 * month could not be charged: then the money takes the place of that month.
 */
async function extendByHand(ctx: Ctx, payment: Payment, held: CurrentMembership | null): Promise<boolean> {
  const { userId, paidUntil, completedAt } = payment;
  const tier = tierOf(payment);
  if (!paidUntil || !completedAt) return false;
  const current = held && isInGrace(held, ctx.now) ? null : held;
  if (current?.subscriptionRef) throw new Refusal(byHandRefusals.hasSubscription);
  if (current && tierRank(current.tier) > tierRank(tier)) throw new Refusal(byHandRefusals.hasHigherPlan);
  const isSame = current?.tier === tier;
  if (isSame && current.endsAt === null) throw new Refusal(byHandRefusals.planWithoutEnd);
  if (held?.subscriptionRef) await requestChange(ctx, held.subscriptionRef, { change: 'end' });
  const from = isSame && current.endsAt && current.endsAt > ctx.now ? current.endsAt : ctx.now;
  // Whole months of the calendar, whatever the length of those that began on the day the money came.
  const endsAt = monthsAfter(from, monthsBetween(completedAt, paidUntil));
  // The price of an open checkout does not subtract these months.
  await giveUpPlanCheckouts(ctx, userId);
  await setPaidTime(ctx, payment.id, { from, until: endsAt });
  await saveMembership(ctx, userId, {
    tier,
    startedAt: isSame ? current.startedAt : ctx.now,
    endsAt,
    graceEndsAt: null,
    cancelledAt: null,
    chargeFailedAt: null,
    subscriptionRef: null,
    nextTier: null,
    provider: 'manual',
  });
  await notifyMember(ctx, userId, 'memberships.started', tier, endsAt);
  return true;
}

async function notifyMember(ctx: Ctx, userId: string, kind: string, tier: Tier, until: Date): Promise<void> {
  await notify(ctx, {
    to: [userId],
    kind,
    detail: { tier, until: until.toISOString() },
    link: '/membership',
  });
}
