import { lowerTierWork } from '#features/memberships/lower-tier-work.ts';
import { tiersInForce } from '#features/memberships/tiers-in-force.ts';
import { notify } from '#features/notifications/notify.ts';
import { lockProfiles } from '#features/profiles/lock-profiles.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { type Handler, runSoon } from '#server/jobs/due-work.ts';
import { type Tier, tierRank, tiers } from '#shared/actor.ts';
import { offerSeatsWork } from '../waiting/offer-seats.ts';
import { lockOwnComing } from './lock-own-coming.ts';

/**
 * Gives back a student's seats in coming classes that ask for a higher tier than the student has, and tells them once.
 * Seats that they paid for stay, and so do held ones, which end by themselves.
 */
export const leaveClassesAboveTier: Handler = {
  work: lowerTierWork,
  run: async (outer, userId) =>
    inTransaction(outer, async (ctx) => {
      // `lockOwnComing` locks it too, but the tier has to be read under the lock.
      await lockProfiles(ctx, [userId]);
      const tier = await findTier(ctx, userId);
      const above = tiers.filter((each) => tierRank(each) > tierRank(tier));
      if (above.length === 0) return undefined;
      const classes = await lockOwnComing(ctx, userId, (coming) =>
        coming.where('status', '=', 'scheduled').where('requiredTier', 'in', above),
      );
      if (classes.length === 0) return undefined;
      const { numDeletedRows: left } = await ctx.db
        .deleteFrom('classEnrollments')
        .where('userId', '=', userId)
        .where(
          'classId',
          'in',
          classes.map(({ id }) => id),
        )
        .where('paymentId', 'is', null)
        .where('heldUntil', 'is', null)
        .executeTakeFirst();
      if (left === 0n) return undefined;
      await notify(ctx, { to: [userId], kind: 'classes.seats-above-plan', link: '/classes' });
      runSoon(ctx, offerSeatsWork);
      await publish(ctx, { kind: 'classes.changed' });
      return undefined;
    }),
};

async function findTier({ db, now }: Ctx, userId: string): Promise<Tier> {
  const row = await db
    .selectFrom(tiersInForce(now))
    .select('inForce.tier')
    .where('inForce.userId', '=', userId)
    .executeTakeFirst();
  return row?.tier ?? 'free';
}
