import { sql } from 'kysely';
import { lockPerson } from '#features/accounts/sessions/lock-person.ts';
import { notify } from '#features/notifications/notify.ts';
import { withdrawNotices } from '#features/notifications/withdraw-notices.ts';
import { requestChange } from '#features/payments/subscriptions/request-change.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { putDue } from '#server/jobs/due-work.ts';
import { runEach } from '#server/jobs/run-each.ts';
import type { Chore } from '#server/jobs/start-jobs.ts';
import type { Tier } from '#shared/actor.ts';
import { lowerTierWork } from './lower-tier-work.ts';
import { publishMembershipChanged } from './publish-membership-changed.ts';
import { graceAfter } from './rules.ts';

const isOver = (now: Date) => sql<boolean>`not is_in_force(ends_at, grace_ends_at, ${now})`;

/**
 * Ends memberships whose time past their end is over (`rules.ts`). The person is in the free tier (as every request has
 * treated them since that instant) and is told. Their subscription is not charged again.
 */
export async function endMemberships(outer: Ctx): Promise<void> {
  const over = await outer.db
    .selectFrom('userMemberships')
    .select('userId')
    .where(isOver(outer.now))
    .limit(200)
    .execute();
  await runEach(over, ({ userId }) =>
    inTransaction(outer, async (ctx) => {
      await lockPerson(ctx, userId);
      const row = await ctx.db
        .selectFrom('userMemberships')
        .select(['tier', 'subscriptionRef'])
        .where('userId', '=', userId)
        .where(isOver(ctx.now))
        .executeTakeFirst();
      if (!row) return;
      await endLapsedMembership(ctx, userId, row);
    }),
  );
}

/**
 * Ends a membership whose time is over, and tells its person. The seats that it opened stay for the days in which a
 * late payment keeps them.
 */
export async function endLapsedMembership(
  ctx: Ctx,
  userId: string,
  membership: { tier: Tier; subscriptionRef: string | null },
): Promise<void> {
  const until = graceAfter(ctx.now);
  await endMembership(ctx, userId, membership, until);
  await notify(ctx, {
    to: [userId],
    kind: 'memberships.ended',
    detail: { tier: membership.tier, until: until.toISOString() },
    link: '/membership',
  });
}

/**
 * Takes the tier away now, in the caller's transaction; its subscription is not charged again. The seats that it opened
 * are given back at `seatsUntil`.
 */
export async function endMembership(
  ctx: Ctx,
  userId: string,
  { subscriptionRef }: { subscriptionRef: string | null },
  seatsUntil = ctx.now,
): Promise<void> {
  if (subscriptionRef) await requestChange(ctx, subscriptionRef, { change: 'end' });
  await ctx.db.deleteFrom('userMemberships').where('userId', '=', userId).execute();
  // That a month could not be charged stays told: it says why the plan is over.
  await withdrawNotices(ctx, {
    from: userId,
    kinds: ['memberships.ends-soon', 'memberships.renewal-stopped'],
  });
  await putDue(ctx, lowerTierWork, userId, seatsUntil);
  await publishMembershipChanged(ctx, userId);
}

export const endMembershipsChore: Chore = { name: 'end-memberships', everyMinutes: 5, run: endMemberships };
