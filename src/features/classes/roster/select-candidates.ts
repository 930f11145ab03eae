import { sql } from 'kysely';
import { tiersInForce } from '#features/memberships/tiers-in-force.ts';
import type { Ctx } from '#server/ctx.ts';
import type { Tier } from '#shared/actor.ts';
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

export type Candidate = Awaited<ReturnType<ReturnType<typeof selectCandidates>['execute']>>[number];
