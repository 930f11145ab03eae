import { recordAct } from '#features/audit/record-act.ts';
import { coinRefusals } from '#features/coins/contract.ts';
import { grantCoins } from '#features/coins/grant-coins.ts';
import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { once } from '#server/db/once.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { Refusal, refuse } from '#shared/refusal.ts';
import { type moveCoins as operation, peopleRefusals } from './contract.ts';
import { findPerson } from './find-person.ts';
import { may } from './permissions.ts';
import { publishPeopleChanged } from './publish-people-changed.ts';

export type Movement = { id: string; amount: number; reason: string };

/**
 * Gives a person coins, or takes some where `amount` is negative, for a reason that they read in their ledger.
 * Idempotent under one key. No administrator moves their own coins, and no balance becomes negative.
 * @throws Refusal noSession, notAllowed, ownWallet, notFound, balanceTooLow
 */
export async function moveCoins(
  outer: Ctx,
  { id, amount, reason }: Movement,
  key: string | undefined,
): Promise<AnswerOf<typeof operation>> {
  refuse(may(outer.actor, 'move-coins', id));
  const { userId: actorId } = memberOf(outer.actor);
  const request = { personId: actorId, key, operation: 'moveCoins', input: { id, amount, reason } };
  return once(outer, request, async (ctx) => {
    const person = await findPerson(ctx, id);
    const { balance } = await grant(ctx, { id, amount, reason });
    await recordAct(ctx, {
      act: amount > 0 ? 'people.credit-coins' : 'people.debit-coins',
      personId: id,
      reason,
      words: { name: { of: id, text: person.name } },
      detail: { amount: Math.abs(amount), balance },
    });
    await notify(ctx, {
      to: [id],
      kind: amount > 0 ? 'people.coins-credited' : 'people.coins-debited',
      detail: { amount: Math.abs(amount), reason },
      link: '/coins',
    });
    await publishPeopleChanged(ctx, id);
    return { id, balance };
  });
}

async function grant(ctx: Ctx, { id, amount, reason }: Movement): Promise<{ balance: number }> {
  try {
    return await grantCoins(ctx, {
      userId: id,
      amount,
      type: amount > 0 ? 'admin_credit' : 'admin_debit',
      description: reason,
      cause: `admin:${crypto.randomUUID()}`,
    });
  } catch (error) {
    // The text of `coins/too-few` speaks to a buyer; an administrator is told the person's balance instead.
    const tooFew = error instanceof Refusal && error.code === coinRefusals.tooFew.code;
    throw tooFew ? new Refusal(peopleRefusals.balanceTooLow, balanceIn(error)) : error;
  }
}

function balanceIn({ detail }: Refusal): { balance: number } {
  return { balance: Number(detail?.balance ?? 0) };
}
