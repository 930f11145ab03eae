import type { Ctx } from '#server/ctx.ts';
import { Refusal } from '#shared/refusal.ts';
import { may } from './permissions.ts';
import { everybody } from './reads.ts';

/**
 * Everybody, in the words of the function this stands in for: `{"users":[…]}`, newest first, as pieces of one
 * JSON text. Nobody is left out, however many there are: they are read and sent in portions.
 * @throws Refusal noSession, notAllowed, before the first piece
 */
export function getAllUsers(ctx: Ctx): AsyncIterable<string> {
  const refusal = may(ctx.actor, 'administer');
  if (refusal) throw new Refusal(refusal);
  return asJson(ctx);
}

async function* asJson(ctx: Ctx): AsyncGenerator<string> {
  let before = '{"users":[';
  for await (const users of everybody(ctx)) {
    yield before + users.map((user) => JSON.stringify(user)).join(',');
    before = ',';
  }
  yield before === ',' ? ']}' : `${before}]}`;
}
