import { setBan } from '#features/accounts/set-ban.ts';
import { leaveEveryClass } from '#features/classes/seats/leave-every-class.ts';
import { cancelRenewal } from '#features/memberships/change/cancel-renewal.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { refuse } from '#shared/refusal.ts';
import type { banPerson as operation } from '../contract.ts';
import { findPerson } from '../find-person.ts';
import { lockAdministrators } from '../lock-administrators.ts';
import { may } from '../permissions.ts';
import { recordPersonAct } from '../person/record-person-act.ts';

/**
 * Suspends an account: ends every session and refuses new ones. Seats in coming classes go to students who wait, as by
 * leaving each, and a subscription is charged no more; coins and orders stay. A second ban only changes the reason.
 * @throws Refusal noSession, notAllowed, notFound, ownBan, lastAdmin
 */
export async function banPerson(
  outer: Ctx,
  { id, reason }: { id: string; reason: string },
): Promise<AnswerOf<typeof operation>> {
  refuse(may(outer.actor, 'ban', id));
  return inTransaction(outer, async (ctx) => {
    const person = await findPerson(ctx, id);
    await lockAdministrators(ctx, id);
    await leaveEveryClass(ctx, id);
    await cancelRenewal(ctx, id);
    await setBan(ctx, id, { since: person.bannedAt ?? ctx.now, reason });
    await recordPersonAct(ctx, person, {
      act: 'people.ban',
      reason,
    });
    return { id, isBanned: true };
  });
}
