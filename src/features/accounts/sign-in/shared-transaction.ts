import { AsyncLocalStorage } from 'node:async_hooks';
import type { Db } from '#server/db/connect.ts';

const underWay = new AsyncLocalStorage<Db>();

/** The same database for a library that opens its own transactions, so that our hooks can join them. */
export function sharingTransactions(db: Db): Db {
  return new Proxy(db, {
    get(target, name) {
      if (name === 'transaction') {
        return () => ({
          execute: <T>(act: (transaction: Db) => Promise<T>) =>
            target.transaction().execute((transaction) => underWay.run(transaction, () => act(transaction))),
        });
      }
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** The library's transaction, when this is called from within one; the database itself otherwise. */
export function transactionOr(db: Db): Db {
  return underWay.getStore() ?? db;
}
