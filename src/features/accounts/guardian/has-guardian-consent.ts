import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';

/**
 * Whether a person may join live classes: an adult, or a kid with the consent that they need. Acts that end a consent
 * or make a kid of an adult lock the person (`lockPerson`), so under that lock the answer holds until the commit.
 */
export async function hasGuardianConsent({ db }: Pick<Ctx, 'db'>, userId: string): Promise<boolean> {
  const { consent } = await db
    .selectFrom('profiles')
    .select(sql<boolean>`may_join_live(age_group, user_id)`.as('consent'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return consent;
}
