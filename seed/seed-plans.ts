import { hasGuardianConsent } from '#features/accounts/guardian/has-guardian-consent.ts';
import { lockPerson } from '#features/accounts/sessions/lock-person.ts';
import { findCurrentMembership } from '#features/memberships/find-current-membership.ts';
import { saveMembership } from '#features/memberships/save-membership.ts';
import type { Ctx } from '#server/ctx.ts';
import type { Tier } from '#shared/actor.ts';
import { monthsAfter } from '#shared/time/community-months.ts';
import { demoAddresses } from './seed-classes.ts';
import { dayIn, recordedBy } from './seed-payments.ts';
import type { People } from './seed-people.ts';

/** The number of earlier months that have payments. */
const monthsBefore = 2;

/** A month of a plan, paid by hand on a day. */
type Paid = { userId: string; tier: Tier; amountCents: number; currency: string; at: Date; nth: number };

/**
 * Inserts payments, one a month for each plan since its student joined: this month twelve basic, six premium and two
 * vip plans. A month that is paid early follows the one before it, as `fulfilMembership` counts. Each plan ends with
 * its last month, so that an administrator can record the next one. The student of the demo pays the latest in each
 * month, so that their plan goes on the longest.
 */
export async function seedPlans(ctx: Ctx, { admin }: People): Promise<void> {
  const members = await ctx.db
    .selectFrom('userMemberships')
    .innerJoin('plans', 'plans.tier', 'userMemberships.tier')
    .innerJoin('users', 'users.id', 'userMemberships.userId')
    .select(['userMemberships.userId', 'userMemberships.tier', 'users.createdAt'])
    .select(['plans.priceCents as amountCents', 'plans.currency'])
    .orderBy('users.createdAt', 'desc')
    .execute();
  for (const [nth, { createdAt, ...member }] of members.entries()) {
    const times = Array.from({ length: monthsBefore + 1 }, (_, ago) =>
      dayIn(ctx.now, monthsBefore - ago, nth / members.length),
    );
    // A student who joined this month paid for it on that day, and not before.
    const since = times.filter((at, month) => at >= createdAt || month === monthsBefore);
    const [startedAt, ...later] = since.map((at) => laterOf(at, createdAt));
    if (!startedAt) continue;
    let endsAt = startedAt;
    for (const at of [startedAt, ...later]) {
      endsAt = await payMonth(ctx, admin, { ...member, at, nth }, laterOf(at, endsAt));
    }
    await ctx.db
      .updateTable('userMemberships')
      .set({ startedAt, endsAt, provider: 'manual' })
      .where('userId', '=', member.userId)
      .execute();
  }
}

/**
 * Has the plans of the demo that are over paid on, month by month on the day on which each month ended, as their
 * students do. A plan that a visitor bought, refunded, gave or took away stays as it is.
 */
export async function topUpPlans(ctx: Ctx): Promise<void> {
  const last = await ctx.db
    .selectFrom('payments')
    .innerJoin('users', 'users.id', 'payments.userId')
    .distinctOn('payments.userId')
    .select(['payments.userId', 'tier', 'amountCents', 'currency', 'paidUntil', 'recordedBy'])
    .select(['status', 'provider', 'refundWantedAt'])
    .where('payments.kind', '=', 'membership')
    .where('status', 'in', ['completed', 'refunded'])
    .where('users.email', 'like', demoAddresses)
    .where('users.deletedAt', 'is', null)
    .where('users.bannedAt', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('auditLog')
            .select('auditLog.id')
            .where('act', '=', 'people.change-membership')
            .whereRef('personId', '=', 'payments.userId'),
        ),
      ),
    )
    .orderBy('payments.userId')
    .orderBy('payments.createdAt', 'desc')
    .execute();
  for (const [nth, { userId, tier, paidUntil, recordedBy: admin, ...paid }] of last.entries()) {
    const isLeft = paid.status === 'completed' && paid.provider === 'manual' && paid.refundWantedAt === null;
    if (!isLeft || !tier || !admin || !paidUntil || paidUntil > ctx.now) continue;
    await lockPerson(ctx, userId);
    const has = await findCurrentMembership(ctx, userId);
    if (has || !(await hasGuardianConsent(ctx, userId))) continue;
    const { amountCents, currency } = paid;
    let endsAt = paidUntil;
    while (endsAt <= ctx.now) {
      const month: Paid = { userId, tier, amountCents, currency, at: endsAt, nth };
      endsAt = await payMonth(ctx, admin, month, endsAt);
    }
    await saveMembership(ctx, userId, {
      tier,
      startedAt: paidUntil,
      endsAt,
      graceEndsAt: null,
      cancelledAt: null,
      chargeFailedAt: null,
      subscriptionRef: null,
      nextTier: null,
      provider: 'manual',
    });
  }
}

/** Inserts the payment of a month that begins at `from`, and answers when the month ends. */
async function payMonth({ db }: Ctx, admin: string, { at, nth, ...paid }: Paid, from: Date): Promise<Date> {
  const paidUntil = monthsAfter(from);
  const { amountCents: platformShareCents } = paid;
  await db
    .insertInto('payments')
    .values({
      ...recordedBy(admin, at, nth),
      ...paid,
      kind: 'membership',
      paidFrom: from,
      paidUntil,
      platformShareCents,
    })
    .execute();
  return paidUntil;
}

function laterOf(one: Date, other: Date): Date {
  return new Date(Math.max(one.getTime(), other.getTime()));
}
