import type { Ctx } from '../ctx.ts';
import type { Db } from './connect.ts';
import { errorCode } from './error-code.ts';

/** PostgreSQL's codes for "somebody else was quicker, nothing was done": safe to try again. */
const worthAnotherTry = new Set(['40001', '40P01']);

/**
 * Runs `act` in one transaction. The `ctx` it receives shadows the outer one on purpose: inside, the
 * outer handle is out of reach. A refusal or an error undoes everything. A deadlock is retried, so `act`
 * does nothing but work on `ctx`.
 */
export async function inTransaction<T>(outer: Ctx, act: (ctx: Ctx) => Promise<T>): Promise<T> {
  if (outer.db.isTransaction) return act(outer);
  for (let attempt = 1; ; attempt++) {
    const later: ((db: Db) => void)[] = [];
    try {
      const result = await outer.db
        .transaction()
        .execute((db) => act({ ...outer, db, afterCommit: (thing) => later.push(thing) }));
      for (const thing of later) thing(outer.db);
      return result;
    } catch (error) {
      if (attempt === 3 || !worthAnotherTry.has(errorCode(error) ?? '')) throw error;
    }
  }
}
