import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { memberOf } from '#shared/actor.ts';
import type { Profile } from './contract.ts';
import { readStreak } from './streak/read-streak.ts';

/** A member's own profile, whole. */
export async function readProfile(ctx: Ctx): Promise<Profile> {
  const member = memberOf(ctx.actor);
  const { memberSince, nameAlias, nameHiddenReason, nameChosenAt, ...row } = await ctx.db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.userId')
    .select((of) => [
      'users.name',
      'users.email',
      'users.image',
      'users.createdAt as memberSince',
      'users.nameAlias',
      'users.nameHiddenReason',
      'users.nameChosenAt',
      'profiles.country',
      'profiles.languages',
      'profiles.level',
      'profiles.goals',
      'profiles.learningStyle',
      'profiles.availableTime',
      'profiles.modality',
      'users.zone',
      'users.locale',
      'profiles.totalVideosWatched',
      'profiles.totalLearningMinutes',
      of
        .selectFrom('oauthConnections')
        .whereRef('oauthConnections.userId', '=', 'profiles.userId')
        .where('isActive', '=', true)
        .select(
          sql<Profile['handles']>`coalesce(jsonb_object_agg(platform, platform_username), '{}')`.as('of'),
        )
        .$asScalar()
        .$notNull()
        .as('handles'),
    ])
    // The operations that write these four check their words. The database does not.
    .$narrowType<Pick<Profile, 'goals' | 'learningStyle' | 'availableTime' | 'modality'>>()
    .where('profiles.userId', '=', member.userId)
    .executeTakeFirstOrThrow();

  const streak = await readStreak(ctx);
  return {
    ...row,
    hiddenName:
      nameAlias === null
        ? null
        : { alias: nameAlias, reason: nameHiddenReason ?? '', waits: nameChosenAt !== null },
    ageGroup: member.ageGroup,
    tier: member.tier,
    streakDays: streak.days,
    practisedToday: streak.practisedToday,
    memberSince: memberSince.toISOString(),
  };
}
