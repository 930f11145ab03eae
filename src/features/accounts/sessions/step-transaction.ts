import { AsyncLocalStorage } from 'node:async_hooks';
import type { Ctx } from '#server/ctx.ts';
import type { Db } from '#server/db/connect.ts';
import type { Actor } from '#shared/actor.ts';
import { LateTransaction } from './late-transaction.ts';

type Step = Pick<Ctx, 'actor' | 'db' | 'afterCommit'> & {
  transaction: LateTransaction;
  /** The library has rolled a transaction of its own back, which is a part of this one. */
  libraryRolledBack: boolean;
};

const underWay = new AsyncLocalStorage<Step>();

/**
 * Runs one sign-in step as one transaction: what the library writes, the letters about it and the counts that success
 * clears are committed together. So a step that fails uses no link, no code and no challenge up, and can be retried as
 * it is. A refusal that is answered (4xx) is committed: the library counts wrong codes so. An error that is thrown, a
 * `Refusal` too, and an answer of 5xx roll everything back.
 *
 * The transaction begins with the first write, because the library hashes passwords before that and must hold no
 * connection meanwhile. Only a session that is prolonged, once a day, is written before. A step that `asksProvider`
 * commits each statement by itself until the provider has answered (`providerAnswered`), which takes
 * seconds: the state of a return is used up in any case, as is the provider's code.
 */
export async function inStepTransaction(
  outer: Ctx,
  { asksProvider = false }: { asksProvider?: boolean | undefined },
  act: (ctx: Ctx) => Promise<Response>,
): Promise<Response> {
  const transaction = new LateTransaction(outer.db, { waits: asksProvider });
  const afterCommit: Parameters<Ctx['afterCommit']>[0][] = [];
  const step: Step = {
    actor: outer.actor,
    db: transaction.db,
    afterCommit: (task) => afterCommit.push(task),
    transaction,
    libraryRolledBack: false,
  };
  try {
    const { db } = step;
    const answer = await underWay.run(step, () => act({ ...outer, db, afterCommit: step.afterCommit }));
    const { failed } = transaction;
    if (answer.ok && failed) throw failed.error;
    if (answer.ok && step.libraryRolledBack) throw new Error('the sign-in library has lost what it answers');
    if (failed || step.libraryRolledBack || answer.status >= 500) {
      await transaction.rollback();
      return answer;
    }
    await transaction.commit();
    for (const task of afterCommit) task(outer.db);
    return answer;
  } catch (error) {
    await transaction.rollback();
    throw error;
  }
}

/** The database for the library: the transaction of the step under way, which its own transactions join. */
export function sharingTransactions(db: Db): Db {
  return new Proxy(db, {
    get(root, name) {
      const step = underWay.getStore();
      if (step && name === 'transaction') {
        return () => ({
          execute: async <T>(act: (transaction: Db) => Promise<T>) => {
            try {
              return await act(step.db);
            } catch (error) {
              step.libraryRolledBack = true;
              throw error;
            }
          },
        });
      }
      const target = step?.db ?? root;
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** For hooks of the library: the transaction of the step under way, or the database itself where there is none. */
export function stepOr(db: Db): Pick<Ctx, 'db' | 'afterCommit'> {
  return underWay.getStore() ?? { db, afterCommit: (act) => act(db) };
}

/** Whom our rules judged in the step under way; null where there is none. */
export function actorOfStep(): Actor | null {
  return underWay.getStore()?.actor ?? null;
}

/** From here on the step that asked a provider is one transaction. */
export function providerAnswered(): void {
  underWay.getStore()?.transaction.ready();
}
