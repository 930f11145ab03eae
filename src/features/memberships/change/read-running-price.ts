import type { Ctx } from '#server/ctx.ts';
import type { Tier } from '#shared/actor.ts';
import { readPlan } from '../reads.ts';
import type { CurrentMembership } from '../rules.ts';

/** The monthly price of a plan today. */
export async function readPlanPrice(ctx: Ctx, tier: Tier): Promise<{ cents: number; currency: string }> {
  const { priceCents, currency } = await readPlan(ctx, tier);
  return { cents: priceCents, currency };
}

/**
 * The monthly price of the running subscription, which may differ from the plan's price of today. One whose months were
 * all refunded has the plan's.
 */
export async function readRunningPrice(
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
  if (!last) return readPlanPrice(ctx, tier);
  return { cents: last.monthlyCents ?? last.amountCents, currency: last.currency };
}
