import { sql } from 'kysely';
import { tiersInForce } from '#features/memberships/tiers-in-force.ts';
import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { tierRank, tiers } from '#shared/actor.ts';
import { readPauses } from '../absences/read-pause.ts';
import { learnersAddress } from '../rules.ts';
import type { OpenClass } from './lock-open-class.ts';

/**
 * Takes banned people, those of another age group, kids without their guardian's consent, those whose plan is no longer
 * sufficient for a class that sells no seats, and from a club those whose booking is paused off the list: they could
 * not take the seat (`seats/enrol-rules.ts`).
 */
export async function dropWhoCannotCome(ctx: Ctx, liveClass: OpenClass): Promise<void> {
  const { id, kind, targetAudience, priceCents } = liveClass;
  await ctx.db
    .deleteFrom('classWaiting')
    .where('classId', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('users')
            .innerJoin('profiles', 'profiles.userId', 'users.id')
            .select('users.id')
            .whereRef('users.id', '=', 'classWaiting.userId')
            .where('users.bannedAt', 'is', null)
            .where('profiles.ageGroup', '=', targetAudience)
            .where(sql<boolean>`may_join_live(profiles.age_group, users.id)`),
        ),
      ),
    )
    .execute();
  if (priceCents === null) await dropWithoutTier(ctx, liveClass);
  if (kind === 'club') await dropPaused(ctx, liveClass);
}

/** Takes those whose tier no longer includes a class off its list, and tells them. */
async function dropWithoutTier(ctx: Ctx, { id, title, startsAt, requiredTier }: OpenClass): Promise<void> {
  const sufficient = tiers.filter((tier) => tierRank(tier) >= tierRank(requiredTier));
  if (sufficient.includes('free')) return;
  const dropped = await ctx.db
    .deleteFrom('classWaiting')
    .where('classId', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom(tiersInForce(ctx.now))
            .select('inForce.userId')
            .whereRef('inForce.userId', '=', 'classWaiting.userId')
            .where('inForce.tier', 'in', sufficient),
        ),
      ),
    )
    .returning('userId')
    .execute();
  await notify(ctx, {
    to: dropped.map(({ userId }) => userId),
    kind: 'classes.wait-tier-ended',
    detail: { title, startsAt: startsAt.toISOString() },
    link: learnersAddress(id),
    about: id,
  });
}

/** Takes those whose booking of clubs is paused off the list of a club, and tells them. */
async function dropPaused(ctx: Ctx, { id: classId, title, startsAt }: OpenClass): Promise<void> {
  const waiting = await ctx.db
    .selectFrom('classWaiting')
    .select('userId')
    .where('classId', '=', classId)
    .execute();
  if (waiting.length === 0) return;
  const pauses = await readPauses(
    ctx,
    waiting.map(({ userId }) => userId),
  );
  if (pauses.size === 0) return;
  await ctx.db
    .deleteFrom('classWaiting')
    .where('classId', '=', classId)
    .where('userId', 'in', [...pauses.keys()])
    .execute();
  await notify(ctx, {
    to: [...pauses.keys()],
    kind: 'classes.wait-paused',
    detail: { title, startsAt: startsAt.toISOString() },
    link: '/conversation-clubs',
    about: classId,
  });
}
