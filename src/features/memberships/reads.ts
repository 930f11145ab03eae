import type { PaymentProviders } from '#features/payments/payment-providers.ts';
import type { Ctx } from '#server/ctx.ts';
import { memberOf, type Tier, tierRank } from '#shared/actor.ts';
import type { MembershipAnswer, Plan } from './contract.ts';
import { findCurrentMembership, findPaidTimes } from './find-current-membership.ts';
import { offerOf, offerTo, toOwnMembership } from './rules.ts';

/** All plans, the lowest tier first. */
export async function listPlans({ db }: Ctx): Promise<{ items: Plan[] }> {
  const rows = await db.selectFrom('plans').select(planColumns).execute();
  return { items: rows.map(toPlan).sort((one, other) => one.rank - other.rank) };
}

/** The plan of a tier. Each paid tier has one; migration 0008 inserts them. */
export async function readPlan({ db }: Ctx, tier: Tier): Promise<Plan> {
  const row = await db
    .selectFrom('plans')
    .select(planColumns)
    .where('tier', '=', tier)
    .executeTakeFirstOrThrow();
  return toPlan(row);
}

const planColumns = ['tier', 'priceCents', 'currency'] as const;

const toPlan = (row: Omit<Plan, 'rank'>): Plan => ({ ...row, rank: tierRank(row.tier) });

/** The reader's membership, and what they can do about each plan. */
export async function readMembership(ctx: Ctx, providers: PaymentProviders): Promise<MembershipAnswer> {
  const member = memberOf(ctx.actor);
  const { userId } = member;
  const current = await findCurrentMembership(ctx, userId);
  const [{ items }, paid] = await Promise.all([
    listPlans(ctx),
    current ? findPaidTimes(ctx, userId, current) : [],
  ]);
  const payments =
    providers.current === null ? 'closed' : providers.current.name === 'test' ? 'test' : 'open';
  return {
    membership: current && toOwnMembership(member, current, ctx.now),
    offers: items.map((plan) => offerTo(member, offerOf(plan, current, paid, ctx.now))),
    payments,
  };
}
