import type { Ctx } from '#server/ctx.ts';

/** The ids of the administrators, in order to tell them something. One who is banned does not count. */
export async function listAdministrators({ db }: Pick<Ctx, 'db'>): Promise<string[]> {
  const rows = await db
    .selectFrom('userRoles')
    .innerJoin('users', 'users.id', 'userRoles.userId')
    .select('userRoles.userId')
    .where('userRoles.role', '=', 'admin')
    .where('users.bannedAt', 'is', null)
    .execute();
  return rows.map(({ userId }) => userId);
}
