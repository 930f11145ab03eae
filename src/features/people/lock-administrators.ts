import type { Ctx } from '#server/ctx.ts';
import { memberOf } from '#shared/actor.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { peopleRefusals } from './contract.ts';

/**
 * Locks the administrators' rows until the transaction ends, so that of two administrators who demote each other the
 * second waits and sees what the first did. Refuses when `leaving` is the only administrator left, and when the actor
 * has lost their own role meanwhile. `leaving` is null where the act takes no administrator's rights.
 * @throws Refusal lastAdmin, notAllowed
 */
export async function lockAdministrators({ db, actor, now }: Ctx, leaving: string | null): Promise<void> {
  await db
    .selectFrom('userRoles')
    .select('userId')
    .where('role', '=', 'admin')
    .orderBy('userId')
    .forUpdate()
    .execute();
  // A statement of its own, with a newer snapshot: the lock above may have waited, and would not see new bans.
  const able = await db
    .selectFrom('userRoles')
    .innerJoin('users', 'users.id', 'userRoles.userId')
    .select('users.id')
    .where('userRoles.role', '=', 'admin')
    .where('bannedAt', 'is', null)
    // An administrator who cannot sign in, such as the closed demo's, does not count.
    .where(({ exists, or, selectFrom }) =>
      or([
        exists(selectFrom('signInMethods').select('id').whereRef('signInMethods.userId', '=', 'users.id')),
        exists(
          selectFrom('sessions')
            .select('id')
            .whereRef('sessions.userId', '=', 'users.id')
            .where('sessions.expiresAt', '>', now),
        ),
      ]),
    )
    .execute();
  const ids = able.map(({ id }) => id);
  if (ids.length === 1 && ids[0] === leaving) throw new Refusal(peopleRefusals.lastAdmin);
  if (!ids.includes(memberOf(actor).userId)) throw new Refusal(commonRefusals.notAllowed);
}
