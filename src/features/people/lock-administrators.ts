import type { Ctx } from '#server/ctx.ts';
import { memberOf } from '#shared/actor.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { peopleRefusals } from './contract.ts';

/**
 * Holds the administrators' rows until the transaction ends, so that of two who take each other's rights the
 * second waits and sees what the first did. Refuses when nobody but `leaving` could administer any more, and when
 * whoever asks has lost their own rights meanwhile. `leaving` is null where nobody leaves.
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
  // A statement of its own: the one above may have waited, and would see bans as they were before it did.
  const able = await db
    .selectFrom('userRoles')
    .innerJoin('users', 'users.id', 'userRoles.userId')
    .select('users.id')
    .where('userRoles.role', '=', 'admin')
    .where('bannedAt', 'is', null)
    // Somebody without a way in (the closed demo's administrator) keeps no community running.
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
