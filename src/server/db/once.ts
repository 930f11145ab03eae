import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { Refusal } from '#shared/refusal.ts';
import type { Ctx } from '../ctx.ts';
import { brokenConstraint } from './error-code.ts';
import { inTransaction } from './in-transaction.ts';
import type { JsonObject, JsonValue } from './schema.ts';

const keyTaken = { code: 'http/key-taken', status: 422 } as const;

/** Who asks what, under which `Idempotency-Key`; without a key nothing is remembered. */
export type KeyedRequest = {
  personId: string;
  key: string | undefined;
  operation: string;
  input: JsonValue;
};

/**
 * Does a thing once per person and key, however often it is asked: the first time it runs `act`, in the
 * same transaction that stores its answer; after that the stored answer comes back. A twin that arrives
 * meanwhile waits on the key's row and then reads the answer. A refusal is not stored: the key may be tried
 * again. The key with other input is refused. Without a key it simply runs.
 */
export async function once<T extends JsonValue>(
  outer: Ctx,
  request: KeyedRequest,
  act: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  return inTransaction(outer, async (ctx) => {
    const { personId, key, operation } = request;
    if (key === undefined) return act(ctx);
    const mine = await ctx.db
      .insertInto('idempotencyKeys')
      .values({ personId, key, operation, requestHash: hashOf(request) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('key')
      .executeTakeFirst();
    if (!mine) {
      const first = await findFirst<T>(ctx, request);
      if (!first) throw sweptInUse();
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

/**
 * The same promise for a use case that is one SQL function, at a fifth of the time: the function runs and
 * its answer is stored (`keep_answer`) in a single statement, one trip to the database instead of five. `act`
 * is the call; it answers a JSON object, and one with `refused` has changed nothing and is not stored. A
 * repetition does the work too, but the key it then finds taken undoes its statement, and it reads the first
 * answer. Not for use inside a transaction, which that would undo as a whole.
 */
export async function onceInOneTrip<T extends JsonObject>(
  { db }: Pick<Ctx, 'db'>,
  request: KeyedRequest,
  act: RawBuilder<T>,
): Promise<T> {
  const { personId, key, operation } = request;
  const kept =
    key === undefined ? act : sql`keep_answer(${personId}, ${key}, ${operation}, ${hashOf(request)}, ${act})`;
  try {
    const { rows } = await sql<{ answer: T }>`select ${kept} as answer`.execute(db);
    const { answer } = rows[0]!;
    if (key === undefined || !('refused' in answer)) return answer;
    // Perhaps because of what the first attempt did: then that one's answer is the answer.
    return (await findFirst<T>({ db }, request))?.answer ?? answer;
  } catch (error) {
    if (brokenConstraint(error) !== 'idempotency_keys_pkey') throw error;
    const first = await findFirst<T>({ db }, request);
    if (!first) throw sweptInUse();
    return first.answer;
  }
}

/** What the first request under this key was answered; null when there was none. */
async function findFirst<T>({ db }: Pick<Ctx, 'db'>, request: KeyedRequest): Promise<{ answer: T } | null> {
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

function sweptInUse(): Error {
  return new Error('an idempotency key was swept while it was in use');
}

function hashOf({ input }: KeyedRequest): string {
  return createHash('sha256').update(JSON.stringify(input)).digest('hex');
}
