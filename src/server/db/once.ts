import { createHash } from 'node:crypto';
import { Refusal } from '#shared/refusal.ts';
import type { Ctx } from '../ctx.ts';
import { inTransaction } from './in-transaction.ts';
import type { JsonValue } from './schema.ts';

const keyTaken = {
  code: 'http/key-taken',
  status: 422,
  message: 'Esa clave ya se usó para otra petición.',
} as const;

/**
 * Does a thing once per person and key, however often it is asked: the first time it runs `act`, in the
 * same transaction that stores its answer; after that the stored answer comes back. A twin that arrives
 * meanwhile waits on the key's row and then reads the answer. The key with other input is refused.
 * Without a key it simply runs.
 */
export async function once<T extends JsonValue>(
  outer: Ctx,
  request: { personId: string; key: string | undefined; operation: string; input: JsonValue },
  act: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  return inTransaction(outer, async (ctx) => {
    if (request.key === undefined) return act(ctx);
    const { personId, key, operation } = request;
    const hash = createHash('sha256').update(JSON.stringify(request.input)).digest('hex');
    const mine = await ctx.db
      .insertInto('idempotencyKeys')
      .values({ personId, key, operation, requestHash: hash })
      .onConflict((conflict) => conflict.doNothing())
      .returning('key')
      .executeTakeFirst();
    if (!mine) {
      const first = await ctx.db
        .selectFrom('idempotencyKeys')
        .select(['operation', 'requestHash', 'answer'])
        .where('personId', '=', personId)
        .where('key', '=', key)
        .executeTakeFirstOrThrow();
      if (first.operation !== operation || first.requestHash !== hash) throw new Refusal(keyTaken);
      return first.answer as T;
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
