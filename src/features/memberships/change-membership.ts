import { lockPerson } from '#features/payments/lock-payment.ts';
import { requestChange } from '#features/payments/subscriptions/request-change.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { memberOf, type Tier, tierRank } from '#shared/actor.ts';
import { Refusal } from '#shared/refusal.ts';
import { membershipRefusals, type PaidTier } from './contract.ts';
import { endMembership } from './end-memberships.ts';
import { findStanding } from './find-standing.ts';
import { listPlans } from './reads.ts';
import { graceAfter, isEndless, type Standing } from './rules.ts';
import { tellMembershipChanged } from './tell-membership-changed.ts';

/** Plans a lower tier for the month after the paid one; naming the tier they have calls that off. */
export async function changeMembership(outer: Ctx, tier: PaidTier): Promise<void> {
  const { userId } = memberOf(outer.actor);
  await inTransaction(outer, async (ctx) => {
    await lockPerson(ctx, userId);
    const standing = await findStanding(ctx, userId);
    if (!standing?.subscriptionRef || standing.cancelledAt)
      throw new Refusal(membershipRefusals.afterThisOne);
    const isOwn = tier === standing.tier;
    if (isOwn && !standing.nextTier) throw new Refusal(membershipRefusals.alreadyYours);
    if (tierRank(tier) > tierRank(standing.tier)) throw new Refusal(membershipRefusals.afterThisOne);

    await setMembership(ctx, userId, { nextTier: isOwn ? null : tier });
    const price = isOwn ? await priceNow(ctx, standing) : await priceOf(ctx, tier);
    await requestChange(ctx, standing.subscriptionRef, { change: 'switch-tier', tier, ...price });
    await tellMembershipChanged(ctx, userId);
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
    const standing = await findStanding(ctx, userId);
    if (standing && isEndless(standing)) return endMembership(ctx, userId, standing);
    if (!standing?.subscriptionRef) throw new Refusal(membershipRefusals.nothingToCancel);
    if (standing.cancelledAt) return;
    await setMembership(ctx, userId, { cancelledAt: ctx.now, graceEndsAt: null, nextTier: null });
    await requestChange(ctx, standing.subscriptionRef, { change: 'end-later' });
    await tellMembershipChanged(ctx, userId);
  });
}

/** Takes a cancellation back: the subscription renews at the price it had. */
export async function resumeMembership(outer: Ctx): Promise<void> {
  const { userId } = memberOf(outer.actor);
  await inTransaction(outer, async (ctx) => {
    await lockPerson(ctx, userId);
    const standing = await findStanding(ctx, userId);
    if (!standing?.subscriptionRef || !standing.endsAt || standing.endsAt <= ctx.now) {
      throw new Refusal(membershipRefusals.nothingToResume);
    }
    if (!standing.cancelledAt) return;
    await setMembership(ctx, userId, {
      cancelledAt: null,
      graceEndsAt: graceAfter(standing.endsAt),
    });
    await requestChange(ctx, standing.subscriptionRef, { change: 'go-on' });
    await tellMembershipChanged(ctx, userId);
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
  const { items } = await listPlans(ctx);
  const plan = items.find((each) => each.tier === tier);
  if (!plan) throw new Error(`no plan ${tier}`);
  return { cents: plan.priceCents, currency: plan.currency };
}

/** The monthly price of the running subscription, which may differ from the plan's price of today. One whose months were all refunded has the plan's. */
async function priceNow(
  ctx: Ctx,
  { subscriptionRef, tier }: Standing,
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
