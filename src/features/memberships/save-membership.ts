import { withdrawNotices } from '#features/notifications/withdraw-notices.ts';
import type { Payment } from '#features/payments/payment-providers.ts';
import type { Ctx } from '#server/ctx.ts';
import { putDue } from '#server/jobs/due-work.ts';
import { lowerTierWork } from './lower-tier-work.ts';
import { publishMembershipChanged } from './publish-membership-changed.ts';
import type { CurrentMembership } from './rules.ts';

/**
 * Stores a person's membership in place of the one they had, and takes back what they have not read of its end. Seats
 * that only a higher one opened are given back. The caller has locked the person (`lockPerson`).
 */
export async function saveMembership(
  ctx: Ctx,
  userId: string,
  membership: CurrentMembership & Pick<Payment, 'provider'>,
): Promise<void> {
  await ctx.db
    .insertInto('userMemberships')
    .values({ userId, ...membership })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(membership))
    .execute();
  await withdrawNotices(ctx, {
    from: userId,
    kinds: [
      'memberships.ends-soon',
      'memberships.renewal-stopped',
      'memberships.renewal-failed',
      'memberships.ended',
    ],
  });
  await putDue(ctx, lowerTierWork, userId);
  await publishMembershipChanged(ctx, userId);
}
