import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import type { CurrentMembership, PaidMonth } from './rules.ts';

/**
 * A person's membership; null for the free tier, also when the membership is over. A subscription that has ended, or
 * whose end was requested, is left out.
 */
export async function findCurrentMembership(
  { db, now }: Ctx,
  userId: string,
): Promise<CurrentMembership | null> {
  const row = await db
    .selectFrom('userMemberships as membership')
    .leftJoin('subscriptions', (join) =>
      join
        .onRef('subscriptions.ref', '=', 'membership.subscriptionRef')
        .on('subscriptions.endedAt', 'is', null)
        .on('subscriptions.requestedChange', 'is distinct from', 'end'),
    )
    .select([
      'membership.tier',
      'membership.startedAt',
      'membership.endsAt',
      'membership.graceEndsAt',
      'membership.cancelledAt',
      'membership.nextTier',
      'subscriptions.ref as subscriptionRef',
    ])
    .where('membership.userId', '=', userId)
    .where('membership.tier', '<>', 'free')
    .where(sql<boolean>`is_in_force(membership.ends_at, membership.grace_ends_at, ${now})`)
    .executeTakeFirst();
  return row ?? null;
}

/** The last paid month; null for a membership that an administrator granted. */
export async function findPaidMonth(
  { db }: Ctx,
  userId: string,
  { endsAt, tier }: CurrentMembership,
): Promise<PaidMonth | null> {
  if (!endsAt) return null;
  const payment = await db
    .selectFrom('payments')
    .select(['completedAt', 'paidUntil', 'amountCents', 'currency', 'monthlyCents'])
    .where('userId', '=', userId)
    .where('kind', '=', 'membership')
    .where('tier', '=', tier)
    .where('status', '=', 'completed')
    .where('refundWantedAt', 'is', null)
    .where('paidUntil', 'is not', null)
    .orderBy('completedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!payment?.completedAt || !payment.paidUntil) return null;
  return {
    from: payment.completedAt,
    to: endsAt < payment.paidUntil ? endsAt : payment.paidUntil,
    // The first month may have cost less, because the rest of another was subtracted. Its worth is the monthly price.
    amountCents: payment.monthlyCents ?? payment.amountCents,
    currency: payment.currency,
  };
}
