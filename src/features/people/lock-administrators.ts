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
export async function lockAdministrators({ db, actor }: Ctx, leaving: string | null): Promise<void> {
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
    .where('role', '=', 'admin')
    .where('bannedAt', 'is', null)
    .execute();
  const ids = able.map(({ id }) => id);
  if (ids.length === 1 && ids[0] === leaving) throw new Refusal(peopleRefusals.lastAdmin);
  if (!ids.includes(memberOf(actor).userId)) throw new Refusal(commonRefusals.notAllowed);
}
