import { connect as dial, type LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Community, newCommunity } from '../../testing/community.ts';
import { forgetStatements } from '../../testing/postgres/forget-statements.ts';
import { openDatabaseProxy } from '../../testing/stand-ins/open-database-proxy.ts';
import { followEvents } from '../events/follow-events.ts';
import { createLog } from '../log.ts';
import { type Connection, connect } from './connect.ts';
import { inTransaction } from './in-transaction.ts';
import { isAway } from './is-away.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

it('a day and an instant are read alike from a database with another time zone and another form of dates', async () => {
  const { database } = (
    await sql<{ database: string }>`select current_database() as database`.execute(community.db)
  ).rows[0]!;
  for (const setting of [`timezone to 'Pacific/Kiritimati'`, `datestyle to 'German'`])
    await sql.raw(`alter database ${database} set ${setting}`).execute(community.db);
  const { pool, close } = connect(community.address);
  const { rows } =
    await pool.query(`select instant as at, instant::date as day, current_setting('timezone') as zone
    from (values ('2026-03-01T23:30:00Z'::timestamptz)) as one (instant)`);
  expect(rows).toEqual([{ at: new Date('2026-03-01T23:30:00Z'), day: '2026-03-01', zone: 'UTC' }]);
  await close();
});

it('a connection that is cut during a transaction fails that transaction and no other', async () => {
  const { db, close } = connect(community.address);
  const cut = db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(community.db);
    await sleep(50);
    await sql`select 1`.execute(trx);
  });
  await expect(cut).rejects.toThrow();
  expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  await close();
});

/** Ends a connection of the pool while it is idle; answers the errors that would have ended the process. */
async function endIdleConnection({ db, pool }: Connection): Promise<unknown[]> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  const ofVitest = process.listeners('uncaughtException');
  const uncaught: unknown[] = [];
  process.removeAllListeners('uncaughtException');
  process.on('uncaughtException', (error) => void uncaught.push(error));
  try {
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(community.db);
    await expect.poll(() => pool.totalCount).toBe(0);
  } finally {
    process.removeAllListeners('uncaughtException');
    for (const listener of ofVitest) process.on('uncaughtException', listener);
  }
  return uncaught;
}

it('an idle connection that the database ends ends no process, and the pool goes on with another', async () => {
  const connection = connect(community.address, { poolSize: 1 });
  expect(await endIdleConnection(connection)).toEqual([]);
  expect((await sql<{ one: number }>`select 1 as one`.execute(connection.db)).rows).toEqual([{ one: 1 }]);
  await connection.close();
});

it('the control: an idle connection that the database ends would end a process whose pool has no listener for errors', async () => {
  const connection = connect(community.address, { poolSize: 1 });
  connection.pool.removeAllListeners('error');
  expect(await endIdleConnection(connection)).toHaveLength(1);
  await connection.close();
});

it('a database whose name leads nowhere is away', async () => {
  const { pool, close } = connect({ url: 'postgres://sumi@database.invalid/sumi' });
  await expect(pool.query('select 1')).rejects.toSatisfy(isAway);
  await close();
});

it('a database whose name has two addresses, as localhost often has, is away when both refuse', async () => {
  const both = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ];
  const error = await new Promise<Error>((resolve) => {
    const lookup: LookupFunction = (_name, _options, done) => done(null, both);
    dial({ host: 'localhost', port: 1, autoSelectFamily: true, lookup }).once('error', resolve);
  });
  expect(error.message).toBe('');
  expect(error).toSatisfy(isAway);
});

it('followEvents tries to reconnect to an absent database about twice a second and then listens once', async () => {
  const proxy = await openDatabaseProxy(community.address);
  const follower = await followEvents(community.db, proxy.address, createLog('silent'));
  proxy.down();
  const downAt = performance.now();
  await expect.poll(() => proxy.refused()).toBeGreaterThan(3);
  expect(proxy.refused()).toBeLessThan((performance.now() - downAt) / 500 + 2);
  proxy.up();
  await expect.poll(() => proxy.open()).toBe(1);
  await sleep(1200);
  expect(proxy.open()).toBe(1);
  await follower.stop();
  proxy.close();
});

it('a server that stops answering fails a statement in time, and the pool goes on with a new connection', async () => {
  const proxy = await openDatabaseProxy(community.address);
  const { db, close } = connect(proxy.address, { poolSize: 1, answerMs: 5000 });
  const one = () => sql<{ one: number }>`select 1 as one`.execute(db);
  await one();
  proxy.stall();
  const failing = db.transaction().execute((trx) => sql`select 1`.execute(trx));
  await expect(failing).rejects.toSatisfy(isAway);
  proxy.flow();
  expect((await one()).rows).toEqual([{ one: 1 }]);
  await close();
  proxy.close();
});

it('the LISTEN connection of a server that stops answering is opened again', async () => {
  const proxy = await openDatabaseProxy(community.address);
  const log = createLog('silent');
  const follower = await followEvents(community.db, proxy.address, log, { probeMs: 100, answerMs: 5000 });
  const lost = new Promise<void>((resolve) => void follower.onLost(resolve));
  proxy.stall();
  await lost;
  proxy.flow();
  await expect.poll(() => proxy.open()).toBe(1);
  await follower.stop();
  proxy.close();
});

it('a statement that reads every column survives a new column: one attempt fails, a transaction does not', async () => {
  // A database whose `lc_messages` is another language: its words are not what the error is known by.
  const proxy = await openDatabaseProxy(community.address);
  const [english, spanish] = [
    'cached plan must not change result type',
    'el plan no debe cambiar el tipo de fila',
  ];
  let translated = 0;
  proxy.translate((bytes) => {
    const at = bytes.indexOf(english);
    if (at < 0) return bytes;
    translated += bytes.write(spanish, at);
    return bytes;
  });
  const { db, pool, close } = connect(proxy.address, { poolSize: 1 });
  await community.db.connection().execute(forgetStatements);
  await pool.query('create table coming (id int); insert into coming values (1)');
  const read = (where: typeof db) => sql`select * from coming where id = ${1}`.execute(where);
  const readTwice = async () => [await read(db), await read(db)].map(({ rows }) => rows);
  await readTwice();
  await pool.query('alter table coming add column more int');
  await expect(read(db)).rejects.toSatisfy(isAway);
  expect(await readTwice()).toEqual(Array(2).fill([{ id: 1, more: null }]));
  await pool.query('alter table coming add column evenMore int');
  const ctx = { ...(await community.ctxFor()), db };
  expect((await inTransaction(ctx, ({ db }) => read(db))).rows).toHaveLength(1);
  expect(translated).toBe(2 * english.length);
  await close();
  proxy.close();
});

it('a pool without work keeps five of its connections, and closes the others', async () => {
  const { db, pool, close } = connect(community.address, { poolSize: 8, idleMs: 300 });
  let most = 0;
  pool.on('connect', () => {
    most = Math.max(most, pool.totalCount);
  });
  await Promise.all(Array.from({ length: 8 }, () => sql`select pg_sleep(0.5)`.execute(db)));
  expect(most).toBe(8);
  await expect.poll(() => pool.totalCount).toBe(5);
  await sleep(600);
  expect(pool.totalCount).toBe(5);
  await close();
});

it('a pool without work closes its connections at the end of their lifetime, also one that worked meanwhile', async () => {
  const { pool, close } = connect(community.address, { poolSize: 2, lifetimeMs: 500 });
  const found = [];
  for (const worksFor of [1, 0]) {
    const { rows } = await pool.query('select pg_backend_pid() as pid, pg_sleep($1)', [worksFor]);
    found.push(rows[0].pid);
    await expect.poll(() => pool.totalCount, { timeout: 5000 }).toBe(0);
  }
  expect(new Set(found).size).toBe(2);
  await close();
});

it('a statement is prepared at its second use, also after hundreds that came once, and a long one never is', async () => {
  const { pool, close } = connect(community.address, { poolSize: 1 });
  await community.db.connection().execute(forgetStatements);
  const [early, often] = ['select $1::int as early', 'select $1::int as often'];
  const long = `select $1::int as long ${' '.repeat(8000)}`;
  const once = Array.from({ length: 600 }, (_, nth) => `select $1::int as varied_${nth}`);
  // The first one is remembered no more when it comes again.
  for (const text of [early, ...once, often, early, often, long, long]) await pool.query(text, [1]);
  const { rows } = await pool.query('select statement from pg_prepared_statements');
  expect(rows).toEqual([{ statement: often }]);
  await close();
});
