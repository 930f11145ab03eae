import type { Ctx } from '#server/ctx.ts';
import { type AgeGroup, type Tier, tierRank, tiers } from '#shared/actor.ts';
import { dayMs } from '#shared/time/durations.ts';

/** How many classes and clubs of the coming seven days each plan opens to people of an age group. */
export async function countOpenedClasses(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  ageGroup: AgeGroup,
): Promise<Record<Tier, number>> {
  const counted = await db
    .selectFrom('classes')
    .innerJoin('possibleTeachers', 'possibleTeachers.userId', 'classes.createdBy')
    .select(({ fn }) => ['requiredTier', fn.countAll<number>().as('classes')])
    .where('status', '=', 'scheduled')
    .where('targetAudience', '=', ageGroup)
    .where('startsAt', '>', now)
    .where('startsAt', '<=', new Date(now.getTime() + 7 * dayMs))
    .groupBy('requiredTier')
    .execute();
  const openedBy = (tier: Tier) =>
    counted
      .filter(({ requiredTier }) => tierRank(requiredTier) <= tierRank(tier))
      .reduce((sum, { classes }) => sum + classes, 0);
  return Object.fromEntries(tiers.map((tier) => [tier, openedBy(tier)])) as Record<Tier, number>;
}
