import { sql } from 'kysely';
import { lockProfiles } from '#features/profiles/lock-profiles.ts';
import type { Ctx } from '#server/ctx.ts';

/**
 * Locks the profiles of students whose marks are settled, and returns those whose account still exists. A deleted one
 * keeps the mark, and nothing else may come back: no practice, no coins, no absence. Deleting an account locks the
 * profile too (`leave-every-class.ts`), so it either shows here or erases what follows from the mark.
 */
export async function lockStudents(ctx: Ctx, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set();
  await lockProfiles(ctx, userIds);
  // A second statement on purpose: the snapshot of the first is older than the deletion that it waited for.
  const existing = await ctx.db
    .selectFrom('users')
    .select('id')
    .where(sql<boolean>`id = any(${userIds}::uuid[])`)
    .where('deletedAt', 'is', null)
    .execute();
  return new Set(existing.map(({ id }) => id));
}
