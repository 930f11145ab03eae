import { sql } from 'kysely';
import { lockProfiles } from '#features/profiles/lock-profiles.ts';
import type { Ctx } from '#server/ctx.ts';
import { isAdmin, memberOf } from '#shared/actor.ts';
import { Refusal } from '#shared/refusal.ts';
import { removalRefusals } from '../contract.ts';

/** The removals of one person by one teacher within seven days; from then on a reason would be a private letter. */
const mostRemovals = 3;

/**
 * Refuses a teacher who has removed a person that often and now writes them another reason, or gives them another seat:
 * each tells the person. Without a reason a teacher removes them from as many classes as there are. The profile is
 * locked, so that of two acts in two classes the second counts the first. The caller has locked the class row.
 * @throws Refusal oftenRemoved
 */
export async function refuseOftenRemoved(ctx: Ctx, userId: string): Promise<void> {
  if (isAdmin(ctx.actor)) return;
  await lockProfiles(ctx, [userId]);
  const removals = await ctx.db
    .selectFrom('auditLog')
    .select('id')
    .where('personId', '=', userId)
    .where('actorId', '=', memberOf(ctx.actor).userId)
    .where('act', 'in', ['classes.remove-student', 'classes.remove-from-waiting-list'])
    .where(sql<boolean>`created_at > now() - interval '7 days'`)
    .limit(mostRemovals)
    .execute();
  if (removals.length === mostRemovals) throw new Refusal(removalRefusals.oftenRemoved);
}
