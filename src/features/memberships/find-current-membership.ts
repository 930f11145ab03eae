import { sql } from 'kysely';
import { paidTimeOf } from '#features/payments/rules.ts';
import type { Ctx } from '#server/ctx.ts';
import { type CurrentMembership, type PaidTime, paysFor } from './rules.ts';

/** A person's membership; null for the free tier, also when the membership is over. */
export async function findCurrentMembership(ctx: Ctx, userId: string): Promise<CurrentMembership | null> {
  const row = await memberships(ctx)
    .where('membership.userId', '=', userId)
    .where('membership.tier', '<>', 'free')
    .where(sql<boolean>`is_in_force(membership.ends_at, membership.grace_ends_at, ${ctx.now})`)
    .executeTakeFirst();
  return row ?? null;
}

/** The membership that a subscription pays for, also when that subscription or the membership is over. */
export async function findMembershipOf(ctx: Ctx, subscriptionRef: string): Promise<CurrentMembership | null> {
  const row = await memberships(ctx)
    .where('membership.subscriptionRef', '=', subscriptionRef)
    .executeTakeFirst();
  return row ?? null;
}

/** Memberships. A subscription that has ended, or whose end was requested, is left out of them. */
function memberships({ db }: Ctx) {
  return db
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
      'membership.chargeFailedAt',
      'membership.nextTier',
      'subscriptions.ref as subscriptionRef',
    ]);
}

/** What was paid of the time that lies ahead; nothing for a membership that an administrator granted. */
export async function findPaidTimes(
  { db, now }: Ctx,
  userId: string,
  current: CurrentMembership,
): Promise<PaidTime[]> {
  const { endsAt, tier } = current;
  if (!endsAt) return [];
  const payments = await db
    .selectFrom('payments')
    .select(['tier', 'provider', 'createdAt', 'completedAt', 'paidFrom', 'paidUntil'])
    .select(['amountCents', 'monthlyCents', 'currency'])
    .where('userId', '=', userId)
    .where('kind', '=', 'membership')
    .where('tier', '=', tier)
    .where('status', '=', 'completed')
    .where('refundWantedAt', 'is', null)
    .where('paidUntil', '>', now)
    .execute();
  return payments.flatMap((payment) => {
    const time = paidTimeOf(payment);
    if (!time || !paysFor(payment, current)) return [];
    return [
      {
        from: time.from,
        to: new Date(Math.min(endsAt.getTime(), time.until.getTime())),
        // The first month may have cost less, because the rest of another was subtracted. Its worth is the monthly
        // price.
        amountCents: payment.monthlyCents ?? payment.amountCents,
        currency: payment.currency,
      },
    ];
  });
}
