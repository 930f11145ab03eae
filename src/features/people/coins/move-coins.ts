import type { Ctx } from '#server/ctx.ts';
import { once } from '#server/db/once.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { refuse } from '#shared/refusal.ts';
import { moveCoins as operation } from '../contract.ts';
import { may } from '../permissions.ts';
import { type Movement, moveForPerson } from './move-for-person.ts';

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
  const movement = { id, amount, reason };
  return once(outer, { operation, key, input: movement }, async (ctx) => ({
    id,
    ...(await moveForPerson(ctx, movement)),
  }));
}
