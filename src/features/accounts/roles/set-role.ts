import type { Ctx } from '#server/ctx.ts';
import type { Role } from '#shared/actor.ts';

/** Gives an account one role in place of all the roles it has. */
export async function setRole({ db }: Pick<Ctx, 'db'>, userId: string, role: Role): Promise<void> {
  await db.deleteFrom('userRoles').where('userId', '=', userId).execute();
  await db.insertInto('userRoles').values({ userId, role }).execute();
}
