import type { Ctx } from '#server/ctx.ts';
import { once } from '#server/db/once.ts';
import type { AnswerOf, ReceivedOf } from '#shared/operation.ts';
import { refuse } from '#shared/refusal.ts';
import { giveCoinsToMany as operation } from '../contract.ts';
import { may } from '../permissions.ts';
import { moveForPerson } from './move-for-person.ts';

/**
 * Gives several people as many coins each, as `moveCoins` gives them to one: all of them or, where one is not there,
 * none. A person who is named twice gets them once. Their rows are locked in the order of their ids, so that two
 * administrators who give to the same people do not deadlock. Idempotent under one key.
 * @throws Refusal noSession, notAllowed, ownWallet, notFound
 */
export async function giveCoinsToMany(
  outer: Ctx,
  { userIds, amount, reason }: ReceivedOf<typeof operation>['body'],
  key: string | undefined,
): Promise<AnswerOf<typeof operation>> {
  const ids = [...new Set(userIds)].sort();
  for (const id of ids) refuse(may(outer.actor, 'move-coins', id));
  return once(outer, { operation, key, input: { ids, amount, reason } }, async (ctx) => {
    for (const id of ids) await moveForPerson(ctx, { id, amount, reason });
    return { given: ids.length };
  });
}
