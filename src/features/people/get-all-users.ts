import { recordAct } from '#features/audit/record-act.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { refuse } from '#shared/refusal.ts';
import { may } from './permissions.ts';
import { readEverybody } from './reads.ts';

/**
 * Every account as `{"users":[…]}`, newest first, with the fields of the hosted backend's function. Yields pieces of
 * one JSON text, read and sent in portions, so that memory stays bounded. The audit log says who took them, as it does
 * of `exportPeople`.
 * @throws Refusal noSession, notAllowed, before the first piece
 */
export function getAllUsers(ctx: Ctx): AsyncIterable<string> {
  refuse(may(ctx.actor, 'administer'));
  return asJson(ctx);
}

async function* asJson(outer: Ctx): AsyncGenerator<string> {
  await inTransaction(outer, (ctx) => recordAct(ctx, { act: 'people.export-people' }));
  let before = '{"users":[';
  for await (const users of readEverybody(outer)) {
    yield before + users.map((user) => JSON.stringify(user)).join(',');
    before = ',';
  }
  yield before === ',' ? ']}' : `${before}]}`;
}
