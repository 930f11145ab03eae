import { once } from 'node:events';
import { readdir, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { findDatabase } from '../../start/find-database.ts';
import { hears, killed, makeFolder, serverOf, startApp } from '../../testing/postgres/embedded-database.ts';
import {
  dataOf,
  type Machine,
  password,
  planHosts,
  runApart,
  runHere,
  runScript,
  urlOf,
} from '../../testing/processes/standby-scene.ts';
import { openDatabaseProxy } from '../../testing/stand-ins/open-database-proxy.ts';
import { connect } from '../db/connect.ts';
import { hostsOf } from '../db/database-hosts.ts';
import { isAway } from '../db/is-away.ts';
import { findPostmaster } from '../embedded-postgres/find-postmaster.ts';
import { startEmbeddedPostgres } from '../embedded-postgres/start-embedded-postgres.ts';
import { followEvents } from '../events/follow-events.ts';
import { createLog } from '../log.ts';
import { checkStandby } from './check-standby.ts';
import { copyPrimary } from './copy-primary.ts';
import { promoteStandby } from './promote-standby.ts';
import { describeStandby, readStandby } from './read-standby.ts';
import type { SharedDatabase } from './run-database.ts';

// Two machines, each test going on from what the one before left: a copy takes a second.

/** Everything here waits for a state, on a busy machine too. */
const patiently = { timeout: 200_000, interval: 20 };
const timeoutMs = 300_000;
const folders = { one: makeFolder({ finished: afterAll }), two: makeFolder({ finished: afterAll }) };

let plan: Awaited<ReturnType<typeof planHosts>>;
let primary: Machine;
let standby: Machine;
beforeAll(async () => {
  plan = await planHosts();
  const { one, sharedBy } = plan;
  primary = await runHere(folders.one, sharedBy(one, [one]));
  await primary.ask('create table words (word text); grant all on words to sumi');
  // Without it, they would be the tables of another program.
  await primary.ask('create table migrations (name text)');
  await primary.ask(`create table events (id int, kind text, audience text[], subject text);
    grant all on events to sumi`);
}, timeoutMs);
afterAll(async () => {
  await standby?.stop();
  await primary?.stop();
});

const count = async ({ ask }: Pick<Machine, 'ask'>) =>
  (await ask('select count(*)::int as words from words').catch(() => null))?.words;
const write = (word: string) => primary.ask(`insert into words values ('${word}') returning word`);

it('a copy needs the password and an empty place, and leaves nothing when it fails', async () => {
  const { one, two, sharedBy } = plan;
  await expect(copyPrimary(folders.two, one, 'another')).rejects.toThrow('could not be copied: password');
  await expect(copyPrimary(folders.two, two, password)).rejects.toThrow('ECONNREFUSED');
  expect(await readdir(path.join(folders.two, 'postgres'))).toEqual([]);
  await expect(copyPrimary(folders.one, one, password)).rejects.toThrow('There is a database in');
  await expect(runHere(folders.two, sharedBy(two))).rejects.toThrow('There is no database in');
});

it('a copy that is cut off leaves nothing, and the primary keeps no log for it', async () => {
  const sockets = new Set<Socket>();
  const cutting = createServer((socket) => {
    const behind = dial(plan.one);
    let bytes = 0;
    behind.on('data', (chunk) => {
      bytes += chunk.length;
      if (bytes > 1_000_000) socket.destroy();
      else socket.write(chunk);
    });
    socket.on('data', (chunk) => behind.write(chunk));
    for (const side of [socket, behind]) sockets.add(side.on('error', () => {}));
    socket.on('close', () => behind.destroy());
    behind.on('close', () => socket.destroy());
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    cutting.close();
  });
  await new Promise<void>((resolve) => cutting.listen(0, '127.0.0.1', resolve));
  const { port } = cutting.address() as AddressInfo;
  await expect(copyPrimary(folders.two, { host: '127.0.0.1', port }, password)).rejects.toThrow(
    'could not be copied: Connection terminated',
  );
  expect(await readdir(path.join(folders.two, 'postgres'))).toEqual([]);
  expect(await primary.ask('select slot_name from pg_replication_slots')).toBe(undefined);
});

it('by the network only two roles come in, each for its own purpose and by SCRAM alone', async () => {
  const signIn = async (config: pg.ClientConfig) => {
    const client = new pg.Client({ ...plan.one, database: 'sumi', password, ...config });
    client.on('error', () => {});
    const asked: string[] = [];
    for (const way of ['SASL', 'MD5Password', 'CleartextPassword'])
      client.connection.on(`authentication${way}`, () => asked.push(way));
    await client.connect().finally(() => client.end());
    return asked;
  };
  expect(await signIn({ user: 'sumi' })).toEqual(['SASL']);
  await expect(signIn({ user: 'sumi', password: 'another' })).rejects.toThrow('password authentication');
  await expect(signIn({ user: 'postgres' })).rejects.toThrow('rejects connection');
  await expect(signIn({ user: 'sumi_standby' })).rejects.toThrow('rejects connection');
});

it(
  'a standby follows the primary, and comes back after either of them was killed',
  async () => {
    const { one, two, sharedBy } = plan;
    await write('before the copy');
    await copyPrimary(folders.two, one, password);
    standby = await runHere(folders.two, sharedBy(two));
    await expect.poll(() => count(standby), patiently).toBe(1);
    await write('while it follows');
    await expect.poll(() => count(standby), patiently).toBe(2);
    await expect(standby.ask(`insert into words values ('here')`)).rejects.toThrow('read-only');
    await expect(copyPrimary(makeFolder(), one, password)).rejects.toThrow('Another standby follows');

    process.kill(serverOf(dataOf(folders.two)), 'SIGKILL');
    await write('while it is away');
    await expect.poll(() => count(standby), patiently).toBe(3);
    process.kill(serverOf(dataOf(folders.one)), 'SIGKILL');
    await expect.poll(() => write('after a crash').catch(() => null), patiently).not.toBe(null);
    await expect.poll(() => count(standby), patiently).toBe(4);
  },
  timeoutMs,
);

it(
  'the doctor is told how far behind the standby is, and that it is away',
  async () => {
    // As the servers' role, which may not see everything.
    const { db, close } = connect({ url: urlOf([plan.one]) }, { poolSize: 1 });
    onTestFinished(close);
    const line = async () => describeStandby((await readStandby(db))!);
    const check = () => checkStandby.run({ db } as never);
    await expect.poll(line, patiently).toBe('follows, 0 kB behind');
    await check();
    // The primary looks every two seconds, and says that a standby is away which it has seen.
    await expect.poll(() => primary.output, patiently).toContain('The standby follows.');
    await standby.stop();
    await primary.ask(`insert into words select repeat('many', 500) from generate_series(1, 9)`);
    await expect.poll(line, patiently).toMatch(/^away: the last [1-9]\d* kB are here alone$/);
    await expect(check()).rejects.toThrow('the standby: away');
    await expect
      .poll(() => primary.output, patiently)
      .toContain('The standby is away: the log is kept for it.');
    await primary.stop();
  },
  timeoutMs,
);

/** No number is written twice, also not by another test. */
let next = 0;

/**
 * Writes numbers from four sides until it is stopped; the book holds those that were acknowledged. A server that starts
 * now knows nothing yet of where the database is.
 */
function startWriting({ startsNow = false } = {}) {
  const bothHosts = urlOf([plan.one, plan.two]);
  const url = startsNow ? `${bothHosts}?fallback_application_name=starts-now` : bothHosts;
  const { pool, close } = connect({ url }, { poolSize: 4 });
  const book: number[] = [];
  const failures: unknown[] = [];
  let stopped = false;
  const writer = async () => {
    while (!stopped) {
      const number = ++next;
      await pool.query('insert into numbers values ($1)', [number]).then(
        () => book.push(number),
        async (error) => {
          failures.push(error);
          await sleep(20);
        },
      );
    }
  };
  const writers = [1, 2, 3, 4].map(writer);
  return {
    book,
    failures,
    more: (many: number) => {
      const enough = book.length + many;
      return expect.poll(() => book.length >= enough, patiently).toBe(true);
    },
    async stop() {
      stopped = true;
      await Promise.all(writers);
      await close();
    },
  };
}

const missing = async (book: number[], { ask }: Pick<Machine, 'ask'>) => {
  const answer = await ask('select array_agg(number) as kept from numbers');
  const kept = new Set(answer?.kept as number[]);
  return book.filter((number) => !kept.has(number));
};

it(
  'the control: without waiting for the standby, a primary that dies takes acknowledged writes along',
  async () => {
    const { one, two, sharedBy } = plan;
    const dying = await runApart(folders.one, sharedBy(one));
    await dying.ask('create table numbers (number int); grant all on numbers to sumi');
    const proxy = await openDatabaseProxy({ url: urlOf([one]) });
    onTestFinished(() => void proxy.close());
    const [passing] = hostsOf((proxy.address as { url: string }).url) ?? [];
    standby = await runHere(folders.two, sharedBy(two, [passing!, two]));
    const tables = () => standby.ask(`select to_regclass('numbers') is not null as there`);
    await expect.poll(tables, patiently).toEqual({ there: true });
    await expect(promoteStandby(folders.two, sharedBy(two))).rejects.toThrow('still answers: stop it first');

    const load = startWriting();
    await load.more(50);
    proxy.stall();
    await load.more(50);
    await dying.die();
    expect(await promoteStandby(folders.two, sharedBy(two))).toBe(2);
    await load.more(50);
    await load.stop();
    expect((await missing(load.book, standby)).length).toBeGreaterThan(0);
    await expect(promoteStandby(folders.two, sharedBy(two))).rejects.toThrow('takes writes already');
  },
  timeoutMs,
);

it(
  'an old primary that comes back stays stopped, and one that runs all the same gets no writes',
  async () => {
    const { one, sharedBy } = plan;
    const app = startApp(folders.one);
    await hears(app, 'ready');
    await killed(app);
    // What its app left running is stopped too.
    expect(findPostmaster(dataOf(folders.one))).not.toBe(null);
    const old = await runHere(folders.one, sharedBy(one));
    expect(old.socket).toBe(null);
    expect(old.output.join()).toMatch(/was promoted, .* It stays stopped\./);
    expect(findPostmaster(dataOf(folders.one))).toBe(null);

    const network = { listen: one, others: [], password };
    const zombie = await startEmbeddedPostgres({ dataDir: folders.one, durable: false, network });
    onTestFinished(() => zombie.stop());
    for (const startsNow of [false, true]) {
      const load = startWriting({ startsNow });
      await load.more(20);
      await load.stop();
      expect(await missing(load.book, standby)).toEqual([]);
    }
  },
  timeoutMs,
);

it(
  'when each write waits for the standby, a primary that dies under load takes no acknowledged write along',
  async () => {
    const { one, two, sharedBy } = plan;
    await standby.stop();
    const dying = await runApart(folders.two, sharedBy(two), { sync: true });
    await rm(dataOf(folders.one), { recursive: true });
    await copyPrimary(folders.one, two, password);
    const follower = await runHere(folders.one, sharedBy(one));
    const waits = () => dying.ask('show synchronous_standby_names');
    await expect.poll(waits, patiently).toEqual({ synchronous_standby_names: 'sumi_standby' });

    // While the standby is away, a write waits, and is there once the standby is back.
    await follower.stop();
    const waiting = dying.ask('set role sumi; insert into numbers values (-1)');
    const held = () =>
      dying.ask(`select count(*)::int as held from pg_stat_activity where wait_event = 'SyncRep'`);
    await expect.poll(held, patiently).toEqual({ held: 1 });
    primary = await runHere(folders.one, sharedBy(one));
    await waiting;

    const { db, close } = connect({ url: urlOf([one, two]) }, { poolSize: 1 });
    const events = await followEvents(db, { url: urlOf([one, two]) }, createLog('silent'));
    onTestFinished(async () => {
      await events.stop();
      await close();
    });
    const heard: unknown[] = [];
    events.onEvent(({ id }) => heard.push(id));

    const load = startWriting();
    await load.more(100);
    await dying.die();
    const promotion = runScript('promote', folders.one, { url: urlOf([one, two]), listen: one });
    expect(await once(promotion, 'exit')).toEqual([0, null]);
    await load.more(100);
    await load.stop();
    expect(await missing(load.book, primary)).toEqual([]);
    // What had no answer meanwhile is told to come back.
    expect(load.failures.length).toBeGreaterThan(0);
    expect(load.failures.filter((error) => !isAway(error))).toEqual([]);
    // The connection that listens followed too, and counts on from what it finds there: each event has a new number.
    await expect
      .poll(async () => {
        await primary.ask(`insert into events
          select coalesce(max(id), 0) + 1, 'promoted', null, null from events`);
        await primary.ask('notify events');
        return heard.length > 0;
      }, patiently)
      .toBe(true);
  },
  timeoutMs,
);

it(
  'an old primary that never went away is left by the servers, and stopped as soon as it hears of the new one',
  async () => {
    const { one, two, sharedBy } = plan;
    await primary.stop();
    const network = { listen: one, others: [], password };
    const old = await startEmbeddedPostgres({ dataDir: folders.one, durable: false, network });
    onTestFinished(() => old.stop());
    await rm(dataOf(folders.two), { recursive: true });
    await copyPrimary(folders.two, one, password);
    standby = await runHere(folders.two, sharedBy(two));
    const load = startWriting();
    await load.more(20);
    await promoteStandby(folders.two, sharedBy(two), { anyway: true });
    const newestIsThere = async () => (await missing(load.book.slice(-1), standby)).length === 0;
    await expect.poll(newestIsThere, patiently).toBe(true);
    const from = load.book.length;
    await load.more(20);
    await load.stop();
    expect(await missing(load.book.slice(from), standby)).toEqual([]);

    await old.stop();
    await standby.stop();
    primary = await runHere(folders.one, sharedBy(one));
    expect(primary.socket).not.toBe(null);
    standby = await runHere(folders.two, sharedBy(two));
    await expect.poll(() => primary.output.join(), patiently).toMatch(/was promoted, .* It is stopped\./);
  },
  timeoutMs,
);

it(
  'a server that starts beside a standby while the primary is away waits for a promotion, and never with a wrong password',
  async () => {
    const { one, two, sharedBy } = plan;
    await primary.stop();
    await rm(dataOf(folders.one), { recursive: true });
    await copyPrimary(folders.one, two, password);
    await standby.stop();
    const output: string[] = [];
    const start = (dataDir: string, sharedDatabase: SharedDatabase) =>
      findDatabase(
        { dataDir, sharedDatabase, databaseUrl: '', secret: 'x'.repeat(40), walArchive: null, bucket: null },
        (line) => void output.push(line),
        () => {},
      );

    const ofTwo = sharedBy(two);
    const wrong = ofTwo.url.replace(encodeURIComponent(password), 'another');
    await expect(start(folders.two, { ...ofTwo, url: wrong })).rejects.toThrow(
      'password authentication failed',
    );
    expect(findPostmaster(dataOf(folders.two))).toBe(null);

    const starting = start(folders.one, sharedBy(one));
    await expect.poll(() => output.join(), patiently).toMatch(/takes writes now\. .*npm run promote/);
    await promoteStandby(folders.one, sharedBy(one));
    const started = await starting;
    onTestFinished(() => started.stop());
    expect(started.address).toEqual({ url: sharedBy(one).url });
  },
  timeoutMs,
);
