import type { Ctx } from '#server/ctx.ts';
import type { Role } from '#shared/actor.ts';

/** Gives an account a role beside those it has; one it already has changes nothing. */
export async function addRole({ db }: Pick<Ctx, 'db'>, userId: string, role: Role): Promise<void> {
  await db
    .insertInto('userRoles')
    .values({ userId, role })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
