import type { Ctx } from '../ctx.ts';
import type { Db } from './connect.ts';
import { errorCode, isStalePlan } from './error-code.ts';

/**
 * Whether the transaction was rolled back and can be retried: after a serialisation failure, a deadlock, or a prepared
 * statement whose table has a new column since (`preparing-client.ts`).
 */
function isRetryable(error: unknown): boolean {
  return ['40001', '40P01'].includes(errorCode(error) ?? '') || isStalePlan(error);
}

/**
 * Runs `act` in one transaction. Name its parameter `ctx`, so that it shadows the outer one and no statement leaves
 * the transaction by mistake. A refusal or an error rolls everything back. Such a failure is retried twice, so `act`
 * must have no effects outside of `ctx`.
 */
export async function inTransaction<T>(outer: Ctx, act: (ctx: Ctx) => Promise<T>): Promise<T> {
  if (outer.db.isTransaction) return act(outer);
  for (let attempt = 1; ; attempt++) {
    const afterCommit: ((db: Db) => void)[] = [];
    try {
      const result = await outer.db
        .transaction()
        .execute((db) => act({ ...outer, db, afterCommit: (task) => afterCommit.push(task) }));
      for (const task of afterCommit) task(outer.db);
      return result;
    } catch (error) {
      if (attempt === 3 || !isRetryable(error)) throw error;
    }
  }
}
