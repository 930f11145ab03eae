import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';

/**
 * The ids of the administrators who count (`administrators_in_force`): not banned, and able to sign in or signed in.
 */
export async function listAdministrators({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<string[]> {
  const rows = await db
    .selectFrom(
      sql<{ userId: string }>`administrators_in_force(${now})`.as<'administrators'>('administrators'),
    )
    .select('administrators.userId')
    .execute();
  return rows.map(({ userId }) => userId);
}

/** Whether the community would have no administrator without this person. */
export function isOnlyAdministrator(administrators: readonly string[], userId: string): boolean {
  return administrators.length === 1 && administrators[0] === userId;
}
