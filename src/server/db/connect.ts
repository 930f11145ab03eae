import { CamelCasePlugin, Kysely, PostgresDialect, PostgresDriver } from 'kysely';
import pg from 'pg';
import { hostsOf, withHost } from './database-hosts.ts';
import { followingClient } from './following-client.ts';
import { noteFault } from './note-faults.ts';
import { PreparingClient } from './preparing-client.ts';
import type { DB } from './schema.ts';

export type Db = Kysely<DB>;

/**
 * How to connect to PostgreSQL: an address, or the socket of the embedded server. An address with several hosts leads
 * to the one that takes writes.
 */
export type DbAddress = { url: string } | { host: string; port: number; user: string; database: string };

// `pg` returns int8 (and so count(*)) as text, because it may exceed 2^53; no value here does.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
// A date is a day on a calendar, not an instant: it stays `yyyy-mm-dd`.
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day);

export type Connection = { db: Db; pool: pg.Pool; close(): Promise<void> };

/**
 * Connections that stay open without work. The first statement of a new one waits for a backend to start and to read
 * the catalogue. A page asks four or five things at once, which took twelve times as long after ten quiet seconds.
 */
const keptOpen = 5;

/**
 * A connection is closed after this long, and opened again when it is needed. PostgreSQL keeps every plan that was
 * prepared on it, tens of megabytes after some hundred statements, and gives that memory back only when it ends.
 */
const usualLifetimeMs = 30 * 60_000;

/** When the first probe of an idle connection is sent, so that one to a machine that is gone does not look open. */
const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/**
 * A PostgreSQL of the operator's may have the time zone of its machine and other formats by default. A cast to a day
 * would be another day then, and `pg` reads no instant that is not in ISO's form.
 */
const sameEverywhere = `set timezone = 'UTC'; set datestyle = 'ISO'`;

/**
 * Opens a pool of at most `poolSize` connections. A request that gets no connection within `waitMs` fails and is
 * answered with 503. So is one whose statement has no answer after `answerMs`, longer than PostgreSQL lets one run.
 * After `idleMs` without use connections are closed, down to the few that are kept, and those too after `lifetimeMs`,
 * when what they do is done. With `readOnly`, the database refuses what writes or locks.
 */
export function connect(
  address: DbAddress,
  {
    poolSize = 20,
    waitMs = 5000,
    answerMs = 35_000,
    readOnly = false,
    idleMs = 10_000,
    lifetimeMs = usualLifetimeMs,
  } = {},
): Connection {
  const pool = new pg.Pool({
    ...clientConfig(address),
    Client: clientClass(address),
    max: poolSize,
    min: Math.min(keptOpen, poolSize),
    idleTimeoutMillis: idleMs,
    maxLifetimeSeconds: lifetimeMs / 1000,
    connectionTimeoutMillis: waitMs,
    application_name: `sumi ${process.pid}`,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
    query_timeout: answerMs,
    onConnect: async (client) =>
      void (await client.query(
        readOnly ? `${sameEverywhere}; set default_transaction_read_only = on` : sameEverywhere,
      )),
    ...keepAlive,
  });
  // Without a listener, a restart of the database would end this process.
  pool.on('error', () => {});
  // The same for a connection that is cut while it is in use: only its statement fails.
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<DB>({
    dialect: new FirstErrorDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    log: (event) => {
      if (event.level === 'error') noteFault(event.error);
    },
  });
  return { db, pool, close: () => db.destroy() };
}

/** When a connection is cut in a transaction, the rollback fails too: the first error says what happened, and stays. */
type PostgresConnection = Parameters<PostgresDriver['rollbackTransaction']>[0];

class FirstErrorDialect extends PostgresDialect {
  readonly #config: ConstructorParameters<typeof PostgresDialect>[0];

  constructor(config: ConstructorParameters<typeof PostgresDialect>[0]) {
    super(config);
    this.#config = config;
  }

  override createDriver() {
    return new FirstErrorDriver(this.#config);
  }
}

class FirstErrorDriver extends PostgresDriver {
  override async acquireConnection(
    ...how: Parameters<PostgresDriver['acquireConnection']>
  ): ReturnType<PostgresDriver['acquireConnection']> {
    try {
      return await super.acquireConnection(...how);
    } catch (error) {
      noteFault(error);
      throw error;
    }
  }

  override async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    // The driver has marked the connection to be thrown away.
    await super.rollbackTransaction(connection).catch(() => {});
  }
}

/** One connection outside the pool, for LISTEN. */
export function connectAlone(address: DbAddress, answerMs = 5000): pg.Client {
  return newClient(address, {
    application_name: `sumi ${process.pid}`,
    connectionTimeoutMillis: 5000,
    query_timeout: answerMs,
    ...keepAlive,
  });
}

/** A connection that is not open yet, with settings of its own. */
export function newClient(address: DbAddress, config: pg.ClientConfig): pg.Client {
  const client = new (clientClass(address))({ ...clientConfig(address), ...config });
  client.on('error', () => {});
  return client;
}

function clientClass(address: DbAddress): typeof pg.Client {
  const [first, ...others] = ('url' in address && hostsOf(address.url)) || [];
  return 'url' in address && first && others.length > 0
    ? followingClient(address.url, [first, ...others])
    : PreparingClient;
}

/** Converts an address to the settings of `pg`, which knows one host: the first. */
export function clientConfig(address: DbAddress): pg.ClientConfig {
  // The embedded server has no TLS, whatever PGSSLMODE says.
  if (!('url' in address)) return { ...address, ssl: false };
  const [first, ...others] = hostsOf(address.url) ?? [];
  return { connectionString: first && others.length > 0 ? withHost(address.url, first) : address.url };
}
