import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';

/**
 * Locks the profiles of these people until the transaction ends: `update` against all that follows from one, such as
 * practice, absences and seats, `share` only against changes of it, such as the age group. Ordered by id, so that two
 * rolls with students in common do not deadlock. A class is locked before its students, except where a student leaves
 * all of their classes at once: then their profile comes first, so that no seat is given meanwhile. The two orders
 * deadlock when they meet, and `inTransaction` runs the loser again. A user is locked before their profile.
 */
export async function lockProfiles(
  { db }: Pick<Ctx, 'db'>,
  userIds: readonly string[],
  mode: 'update' | 'share' = 'update',
): Promise<void> {
  if (userIds.length === 0) return;
  const profiles = db
    .selectFrom('profiles')
    .select('userId')
    .where(sql<boolean>`user_id = any(${userIds}::uuid[])`)
    .orderBy('userId');
  await (mode === 'update' ? profiles.forUpdate() : profiles.forShare()).execute();
}
