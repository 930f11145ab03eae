import { lockPerson } from '#features/payments/lock-payment.ts';
import { requestChange } from '#features/payments/subscriptions/request-change.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { memberOf, type Tier, tierRank } from '#shared/actor.ts';
import { Refusal } from '#shared/refusal.ts';
import { membershipRefusals, type PaidTier } from './contract.ts';
import { endMembership } from './end-memberships.ts';
import { findCurrentMembership } from './find-current-membership.ts';
import { publishMembershipChanged } from './publish-membership-changed.ts';
import { readPlan } from './reads.ts';
import { type CurrentMembership, graceAfter, isEndless } from './rules.ts';

/** Plans a lower tier for the month after the paid one; naming the tier they have calls that off. */
export async function changeMembership(outer: Ctx, tier: PaidTier): Promise<void> {
  const { userId } = memberOf(outer.actor);
  await inTransaction(outer, async (ctx) => {
    await lockPerson(ctx, userId);
    const current = await findCurrentMembership(ctx, userId);
    // Once the month is over, the next one may be charged already, at the price it had.
    const isOver = current?.endsAt && current.endsAt <= ctx.now;
    if (!current?.subscriptionRef || current.cancelledAt || isOver)
      throw new Refusal(membershipRefusals.afterThisOne);
    const isOwn = tier === current.tier;
    if (isOwn && !current.nextTier) throw new Refusal(membershipRefusals.alreadyYours);
    if (tierRank(tier) > tierRank(current.tier)) throw new Refusal(membershipRefusals.afterThisOne);

    const now = await priceNow(ctx, current);
    const price = isOwn ? now : await priceOf(ctx, tier);
    // A provider charges the months of one subscription in one currency.
    if (price.currency !== now.currency) throw new Refusal(membershipRefusals.afterThisOne);
    await setMembership(ctx, userId, { nextTier: isOwn ? null : tier });
    await requestChange(ctx, current.subscriptionRef, { change: 'switch-tier', tier, ...price });
    await publishMembershipChanged(ctx, userId);
  });
}

/**
 * Cancels: the membership runs to the end of the paid month, without the days of grace after it. One that an
 * administrator gave without an end is left at once.
 */
export async function cancelMembership(outer: Ctx): Promise<void> {
  const { userId } = memberOf(outer.actor);
  await inTransaction(outer, async (ctx) => {
    await lockPerson(ctx, userId);
    const current = await findCurrentMembership(ctx, userId);
    if (current && isEndless(current)) return endMembership(ctx, userId, current);
    if (!current?.subscriptionRef) throw new Refusal(membershipRefusals.nothingToCancel);
    await cancelRenewal(ctx, userId);
  });
}

/**
 * Has a running subscription end with the month that is paid, in the caller's transaction: its member cancelled, or was
 * suspended and is not charged for what they cannot use.
 */
export async function cancelRenewal(ctx: Ctx, userId: string): Promise<void> {
  await lockPerson(ctx, userId);
  const current = await findCurrentMembership(ctx, userId);
  if (!current?.subscriptionRef || current.cancelledAt) return;
  await setMembership(ctx, userId, { cancelledAt: ctx.now, graceEndsAt: null, nextTier: null });
  await requestChange(ctx, current.subscriptionRef, { change: 'end-later' });
  await publishMembershipChanged(ctx, userId);
}

/**
 * Takes a cancellation back: the subscription renews at the tier and the price it has. The provider is told both,
 * because it may know of a lower tier that was planned before the cancellation.
 */
export async function resumeMembership(outer: Ctx): Promise<void> {
  const { userId } = memberOf(outer.actor);
  await inTransaction(outer, async (ctx) => {
    await lockPerson(ctx, userId);
    const current = await findCurrentMembership(ctx, userId);
    if (!current?.subscriptionRef || !current.endsAt || current.endsAt <= ctx.now) {
      throw new Refusal(membershipRefusals.nothingToResume);
    }
    if (!current.cancelledAt) return;
    await setMembership(ctx, userId, {
      cancelledAt: null,
      graceEndsAt: graceAfter(current.endsAt),
    });
    const price = await priceNow(ctx, current);
    await requestChange(ctx, current.subscriptionRef, {
      change: 'switch-tier',
      tier: current.tier,
      ...price,
    });
    await publishMembershipChanged(ctx, userId);
  });
}

type Change = { nextTier?: Tier | null; cancelledAt?: Date | null; graceEndsAt?: Date | null };

async function setMembership({ db, now }: Ctx, userId: string, change: Change): Promise<void> {
  await db
    .updateTable('userMemberships')
    .set({ ...change, updatedAt: now })
    .where('userId', '=', userId)
    .execute();
}

async function priceOf(ctx: Ctx, tier: Tier): Promise<{ cents: number; currency: string }> {
  const { priceCents, currency } = await readPlan(ctx, tier);
  return { cents: priceCents, currency };
}

/**
 * The monthly price of the running subscription, which may differ from the plan's price of today. One whose months were
 * all refunded has the plan's.
 */
async function priceNow(
  ctx: Ctx,
  { subscriptionRef, tier }: CurrentMembership,
): Promise<{ cents: number; currency: string }> {
  const last = await ctx.db
    .selectFrom('payments')
    .select(['amountCents', 'monthlyCents', 'currency'])
    .where('subscriptionRef', '=', subscriptionRef)
    .where('status', '=', 'completed')
    .orderBy('completedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last) return priceOf(ctx, tier);
  return { cents: last.monthlyCents ?? last.amountCents, currency: last.currency };
}
