import { isOnlyAdministrator, listAdministrators } from '#features/accounts/roles/list-administrators.ts';
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
  const administrators = await listAdministrators({ db, now });
  if (leaving !== null && isOnlyAdministrator(administrators, leaving)) {
    throw new Refusal(peopleRefusals.lastAdmin);
  }
  if (!administrators.includes(memberOf(actor).userId)) throw new Refusal(commonRefusals.notAllowed);
}
