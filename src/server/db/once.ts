import { createHash } from 'node:crypto';
import { memberOf } from '#shared/actor.ts';
import type { AnyOperation } from '#shared/operation.ts';
import { Refusal, type RefusalKind } from '#shared/refusal.ts';
import type { Ctx } from '../ctx.ts';
import { inTransaction } from './in-transaction.ts';
import type { JsonValue } from './schema.ts';

export const keyTaken = { code: 'http/key-taken', status: 422 } as const satisfies RefusalKind;

/** A request of a person, with its `Idempotency-Key`; without a key no answer is stored. */
export type KeyedRequest = {
  personId: string;
  key: string | undefined;
  operation: string;
  input: JsonValue;
};

/**
 * Makes `act` idempotent per key of the member who makes the request. The first request runs `act` in the transaction
 * that stores its answer; later requests get the stored answer. A concurrent request with the same key waits on the row
 * of the key and then reads the answer. A refusal is not stored, so the key can be used again. The same key with other
 * input is refused. Without a key, `act` just runs.
 * @throws Refusal signInFirst, keyTaken
 */
export async function once<T extends JsonValue>(
  outer: Ctx,
  {
    operation: { id: operation },
    key,
    input,
  }: Pick<KeyedRequest, 'key' | 'input'> & { operation: Pick<AnyOperation, 'id'> },
  act: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  const { userId: personId } = memberOf(outer.actor);
  const request = { personId, key, operation, input };
  return inTransaction(outer, async (ctx) => {
    if (key === undefined) return act(ctx);
    const mine = await ctx.db
      .insertInto('idempotencyKeys')
      .values({ personId, key, operation, requestHash: hashOf(request) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('key')
      .executeTakeFirst();
    if (!mine) {
      const first = await findFirst<T>(ctx, request);
      if (!first) throw deletedInUse();
      return first.answer;
    }
    const answer = await act(ctx);
    await ctx.db
      .updateTable('idempotencyKeys')
      .set({ answer: JSON.stringify(answer) })
      .where('personId', '=', personId)
      .where('key', '=', key)
      .execute();
    return answer;
  });
}

/** The stored answer of the first request with this key, or null. */
export async function findFirst<T>(
  { db }: Pick<Ctx, 'db'>,
  request: KeyedRequest,
): Promise<{ answer: T } | null> {
  const first = await db
    .selectFrom('idempotencyKeys')
    .select(['operation', 'requestHash', 'answer'])
    .where('personId', '=', request.personId)
    .where('key', '=', request.key ?? '')
    .executeTakeFirst();
  if (!first) return null;
  if (first.operation !== request.operation || first.requestHash !== hashOf(request))
    throw new Refusal(keyTaken);
  return { answer: first.answer as T };
}

export function deletedInUse(): Error {
  return new Error('an idempotency key was deleted while it was in use');
}

export function hashOf({ input }: KeyedRequest): string {
  return createHash('sha256').update(JSON.stringify(input)).digest('hex');
}
