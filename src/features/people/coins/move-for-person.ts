import { coinRefusals } from '#features/coins/contract.ts';
import { grantCoins } from '#features/coins/grant-coins.ts';
import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { Refusal } from '#shared/refusal.ts';
import { peopleRefusals } from '../contract.ts';
import { findPerson } from '../find-person.ts';
import { recordPersonAct } from '../person/record-person-act.ts';

export type Movement = { id: string; amount: number; reason: string };

/**
 * Moves the coins of a person, whose row and wallet it locks, with the line in the audit log and the notice to them.
 * Answers their balance.
 * @throws Refusal notFound, balanceTooLow
 */
export async function moveForPerson(
  ctx: Ctx,
  { id, amount, reason }: Movement,
): Promise<{ balance: number }> {
  const person = await findPerson(ctx, id);
  const { balance } = await grant(ctx, { id, amount, reason });
  await recordPersonAct(ctx, person, {
    act: amount > 0 ? 'people.credit-coins' : 'people.debit-coins',
    reason,
    detail: { amount: Math.abs(amount), balance },
  });
  await notify(ctx, {
    to: [id],
    kind: amount > 0 ? 'people.coins-credited' : 'people.coins-debited',
    detail: { amount: Math.abs(amount), reason },
    link: '/coins',
  });
  return { balance };
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
