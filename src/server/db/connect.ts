import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { PreparingClient } from './preparing-client.ts';
import type { DB } from './schema.ts';

export type Db = Kysely<DB>;

/** How to reach PostgreSQL: an address, or what the embedded server says of itself. */
export type DbAddress = { url: string } | { host: string; port: number; user: string; database: string };

// `pg` hands int8 (and so count(*)) over as text, because it may exceed 2^53; nothing here does.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
// A date is a day on a calendar, not an instant: it stays `yyyy-mm-dd`.
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day);

export type Connection = { db: Db; pool: pg.Pool; close(): Promise<void> };

/**
 * Opens the pool. `poolSize` connections at most; a request that finds none free within
 * `waitMs` fails, which the HTTP side answers as 503.
 */
export function connect(address: DbAddress, { poolSize = 20, waitMs = 5000 } = {}): Connection {
  const pool = new pg.Pool({
    ...clientConfig(address),
    Client: PreparingClient,
    max: poolSize,
    connectionTimeoutMillis: waitMs,
    application_name: `sumi ${process.pid}`,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
  });
  // Without a listener, a restart of the database would end this process.
  pool.on('error', () => {});
  // Nor may a connection that is cut while it is in use: its statement is refused, and that is all.
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
  return { db, pool, close: () => db.destroy() };
}

/** One connection outside the pool, for LISTEN and for locks that last as long as the process. */
export function connectAlone(address: DbAddress): pg.Client {
  const client = new pg.Client({
    ...clientConfig(address),
    application_name: `sumi ${process.pid}`,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  });
  client.on('error', () => {});
  return client;
}

/** An address in `pg`'s own words. */
export function clientConfig(address: DbAddress): pg.ClientConfig {
  // The embedded server speaks plainly over its socket, whatever PGSSLMODE happens to say.
  return 'url' in address ? { connectionString: address.url } : { ...address, ssl: false };
}
