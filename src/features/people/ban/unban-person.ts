import { setBan } from '#features/accounts/set-ban.ts';
import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { refuse } from '#shared/refusal.ts';
import type { unbanPerson as operation } from '../contract.ts';
import { findPerson } from '../find-person.ts';
import { may } from '../permissions.ts';
import { recordPersonAct } from '../person/record-person-act.ts';

/**
 * Lifts the ban of an account. Without a ban it does nothing.
 * @throws Refusal noSession, notAllowed, notFound
 */
export async function unbanPerson(outer: Ctx, id: string): Promise<AnswerOf<typeof operation>> {
  refuse(may(outer.actor, 'administer'));
  return inTransaction(outer, async (ctx) => {
    const person = await findPerson(ctx, id);
    if (!person.bannedAt) return { id, isBanned: false };
    await setBan(ctx, id, null);
    await recordPersonAct(ctx, person, {
      act: 'people.unban',
    });
    await notify(ctx, { to: [id], kind: 'people.unbanned', link: '/dashboard' });
    return { id, isBanned: false };
  });
}
