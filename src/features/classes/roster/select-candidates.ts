import { sql } from 'kysely';
import { tiersInForce } from '#features/memberships/tiers-in-force.ts';
import type { Ctx } from '#server/ctx.ts';
import { isAdmin, type Tier } from '#shared/actor.ts';
import type { ClassState } from '../lock-class.ts';

/** People who can have a seat in a class: of its age group, not banned, and not who gives it. */
export function selectCandidates(
  { db, now }: Ctx,
  { targetAudience, createdBy }: Pick<ClassState, 'targetAudience' | 'createdBy'>,
) {
  return db
    .selectFrom('users')
    .innerJoin('shownPeople as shown', 'shown.id', 'users.id')
    .innerJoin('profiles', 'profiles.userId', 'users.id')
    .leftJoin(tiersInForce(now), 'inForce.userId', 'users.id')
    .select([
      'users.id as userId',
      'shown.name',
      'shown.image',
      'profiles.level',
      'profiles.ageGroup',
      sql<Tier>`coalesce(in_force.tier, 'free')`.as('tier'),
      sql<boolean>`may_join_live(profiles.age_group, users.id)`.as('guardianConsent'),
    ])
    .where('users.bannedAt', 'is', null)
    .where('users.id', '<>', createdBy)
    .where('profiles.ageGroup', '=', targetAudience);
}

/**
 * Those of them whom the actor may look for and give a seat. A teacher reaches a kid who waits for the class, who has
 * or had a seat in a class of theirs, or whose whole e-mail address they searched for: the kids of the community are no
 * list for teachers. An administrator reaches all of them.
 */
export function selectWithinReach(
  ctx: Ctx,
  liveClass: Pick<ClassState, 'id' | 'targetAudience' | 'createdBy'>,
  search = '',
) {
  const { id, targetAudience, createdBy } = liveClass;
  const candidates = selectCandidates(ctx, liveClass);
  if (targetAudience === 'adult' || isAdmin(ctx.actor)) return candidates;
  return candidates.where(sql<boolean>`(users.email = lower(${search})
    or exists (select from class_waiting where class_id = ${id} and class_waiting.user_id = users.id)
    or exists (select from class_enrollments join classes on classes.id = class_id
      where class_enrollments.user_id = users.id and classes.created_by = ${createdBy}))`);
}

export type Candidate = Awaited<ReturnType<ReturnType<typeof selectCandidates>['execute']>>[number];
