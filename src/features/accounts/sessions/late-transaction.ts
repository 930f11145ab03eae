import {
  type CompiledQuery,
  type ControlledTransaction,
  type DatabaseConnection,
  DummyDriver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  SelectQueryNode,
  Transaction,
} from 'kysely';
import type { Db } from '#server/db/connect.ts';
import type { DB } from '#server/db/schema.ts';

/**
 * A transaction that begins with its first statement that writes or locks. What is read before that takes a connection
 * for as long as it is read, so code that reads, works for a while (it hashes a password) and then writes holds no
 * connection while it works. The statements need not know of this: they run on `db`.
 */
export class LateTransaction {
  /** Like a transaction of Kysely, which `inTransaction` joins. */
  readonly db: Db;
  readonly #root: Db;
  #begun: Promise<ControlledTransaction<DB>> | undefined;
  #failed: { error: unknown } | undefined;
  #state: 'waiting' | 'ready' | 'ended';

  /** While it waits, what is written is committed by itself. */
  constructor(root: Db, { waits }: { waits: boolean }) {
    this.#root = root;
    this.#state = waits ? 'waiting' : 'ready';
    const executor = root.getExecutor().withConnectionProvider({
      provideConnection: (use) => use(this.#connection),
    });
    this.db = new Transaction<DB>({ config: { dialect }, dialect, driver: new DummyDriver(), executor });
  }

  /** Ends the wait: from the next write on it is one transaction. */
  ready(): void {
    if (this.#state === 'waiting') this.#state = 'ready';
  }

  /** The first error of a statement in it. PostgreSQL commits nothing after one, and says nothing of that. */
  get failed(): { error: unknown } | undefined {
    return this.#failed;
  }

  /** After an error of the commit, call `rollback`, which gives the connection back. */
  async commit(): Promise<void> {
    const begun = await this.#end();
    await begun?.commit().execute();
  }

  async rollback(): Promise<void> {
    const begun = await this.#end().catch(() => undefined);
    if (begun && !begun.isCommitted && !begun.isRolledBack) await begun.rollback().execute();
  }

  #end(): Promise<ControlledTransaction<DB> | undefined> {
    this.#state = 'ended';
    return Promise.resolve(this.#begun);
  }

  readonly #connection: DatabaseConnection = {
    executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
      if (this.#state === 'ended') throw new Error('a statement came after the end of its transaction');
      const run = (connection: DatabaseConnection) => connection.executeQuery<R>(query);
      const begins = this.#state === 'ready' && !onlyReads(query);
      if (!this.#begun && !begins) return this.#root.getExecutor().provideConnection(run);
      this.#begun ??= this.#root.startTransaction().execute();
      try {
        return await (await this.#begun).getExecutor().provideConnection(run);
      } catch (error) {
        this.#failed ??= { error };
        throw error;
      }
    },
    streamQuery() {
      throw new Error('a late transaction streams no rows');
    },
  };
}

/** SQL that is written by hand counts as a write: it may call a function that writes. */
function onlyReads({ query }: CompiledQuery): boolean {
  return SelectQueryNode.is(query) && !query.with && !query.endModifiers?.length;
}

/** Kysely wants these of a database; the statements are compiled and run by the executor of the true one. */
const dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db: Db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
};
