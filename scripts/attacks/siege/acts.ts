import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { newClient } from '#server/db/connect.ts';
import { findPostmaster } from '#server/embedded-postgres/find-postmaster.ts';
import type { SeededRandom } from '../../../src/testing/seeded-random.ts';
import { ask } from './ask.ts';
import type { Field } from './field.ts';
import { type Place, places } from './orders.ts';
import { type OutsideFault, outsideFaults } from './outside.ts';
import { insidePlaces, provocations, type Scene } from './provoke.ts';
import type { Server } from './start-server.ts';

/** What an act of sabotage gets: the field, its own numbers, and a place for what it finds. */
export type Saboteur = {
  field: Field;
  chance: SeededRandom;
  faults: string[];
  note: (words: string) => void;
  /** For what people have to do. */
  scene: Scene;
  /** For acts that do each of several things in turn: one more each time that the act is played. */
  turn: number;
};

/** What an act answers that could not be done here. */
export const notDone = 'not done';

/** Does something bad, for a while, or answers `notDone`. What it leaves behind is put right by `heal`. */
type Act = (saboteur: Saboteur) => Promise<unknown>;

const killAnywhere: Act = async ({ field, chance }) => {
  const server = chance.pick(field.servers);
  await sleep(chance.between(20, 600));
  await end(server, 'SIGKILL');
};

const killAtPlace: Act = async ({ field, chance, note }) => {
  const server = chance.pick(field.servers);
  const place = chance.pick(places.filter((one) => !(one in provocations)));
  const nth = chance.between(1, 12);
  const ended = server.nextEnd();
  server.order({ is: 'arm', place, nth });
  const reached = await Promise.race([ended, sleep(4000)]);
  note(`${place} no. ${nth} of ${server.name}${reached ? '' : ', which was not reached'}`);
  if (!reached) await end(server, 'SIGKILL');
};

/** Kills a server inside each of these places in turn. */
const killInside: Act = async ({ field, chance, note, scene, turn }) => {
  const place = insidePlaces[turn % insidePlaces.length];
  if (!place) return notDone;
  const server = chance.pick(field.servers);
  let hasEnded = false;
  void server.nextEnd().then(() => {
    hasEnded = true;
  });
  for (let attempt = 1; !hasEnded && attempt <= 6; attempt++) {
    server.order({ is: 'arm', place: place satisfies Place, nth: 1 });
    await provocations[place](scene, chance, server);
    // The end of a worker is told by its supervisor.
    await sleep(100);
  }
  note(`${place} of ${server.name}${hasEnded ? '' : ', which was not reached'}`);
  if (!hasEnded) await end(server, 'SIGKILL');
};

const withWorkers = ({ servers }: Field) => servers.filter(({ workers }) => workers > 0);

/** The process that keeps it begins another one. */
const killWorker: Act = async ({ field, chance }) => {
  const [server] = withWorkers(field);
  if (!server) return notDone;
  await sleep(chance.between(20, 600));
  process.kill(chance.pick([...server.serving]), 'SIGKILL');
  await sleep(chance.between(200, 1000));
};

/** As after an update: each process is replaced by one that serves already, and no request fails. */
const replaceWorkers: Act = async ({ field, faults }) => {
  const [server] = withWorkers(field);
  if (!server) return notDone;
  const before = [...server.serving];
  server.kill('SIGHUP');
  const deadline = Date.now() + replaceMs * field.patience;
  const isReplaced = () =>
    server.serving.size >= server.workers && before.every((pid) => !server.serving.has(pid));
  while (!isReplaced() && Date.now() < deadline) await sleep(100);
  if (!isReplaced()) faults.push(`${server.name} did not replace its workers within ${replaceMs / 1000} s`);
};
/** Each start of a worker takes seconds, and a busy machine a minute. */
const replaceMs = 180_000;

const killEveryServer: Act = async ({ field, chance }) => {
  await sleep(chance.between(20, 400));
  await Promise.all(field.servers.map((server) => end(server, 'SIGKILL')));
};

/** Its running requests are answered, and it ends within ten seconds. */
const terminateServer: Act = async ({ field, chance, faults }) => {
  const server = chance.pick(field.servers);
  await sleep(chance.between(20, 300));
  const { code, signal } = await end(server, 'SIGTERM', 10_000 * field.patience);
  if (code !== 0) faults.push(`SIGTERM ended ${server.name} with ${code ?? signal}, not with 0 in time`);
};

const freezeServer: Act = async ({ field, chance }) => {
  const server = chance.pick(field.servers);
  const pid = chance.pick([server.pid, ...server.serving]);
  process.kill(pid, 'SIGSTOP');
  await sleep(chance.between(500, 2500));
  process.kill(pid, 'SIGCONT');
};

const terminateBackends: Act = async ({ field, chance }) => {
  for (let round = 0; round < 3; round++) {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where ${ofServers} and random() < 0.6`.execute(
      field.direct.db,
    );
    await sleep(chance.between(50, 300));
  }
};

/** PostgreSQL then ends every connection and recovers. */
const killBackend: Act = async ({ field }) => {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity where ${ofServers}
    order by state = 'idle', random() limit 1`.execute(field.direct.db);
  if (rows[0]) process.kill(rows[0].pid, 'SIGKILL');
  await sleep(700);
};

const ofServers = sql`usename = current_user and application_name like 'sumi %' and application_name <> ${`sumi ${process.pid}`}`;

const killDatabase: Act = async ({ field, chance }) => {
  await sleep(chance.between(20, 400));
  signalDatabase(field, 'SIGKILL');
  await sleep(1200);
};

/** What was written last may be on the way to the standby, which takes the place of the machine. */
const loseMachine: Act = async ({ field, chance }) => {
  await sleep(chance.between(20, 400));
  await field.machines?.lose(chance.between(200, 600));
  await sleep(1200);
};

/** Writes wait, and keep their connections: reads are told to come back before long. */
const loseStandby: Act = async ({ field, faults, note }) => {
  await field.machines?.loseStandby();
  const deadline = performance.now() + withoutStandbyMs;
  const answered = await Promise.all(
    field.servers.flatMap(({ url }) =>
      readsMeanwhile.map(async (path) => {
        const statuses: unknown[] = [];
        while (performance.now() < deadline) {
          const sender = { origin: url, address: '10.0.0.2' };
          const { status } = await ask(url, { method: 'GET', path }, sender, 40_000);
          if (status !== 200 && status !== 503) faults.push(`GET ${path} was answered ${status}`);
          statuses.push(status);
          await sleep(100);
        }
        return statuses;
      }),
    ),
  );
  const statuses = answered.flat();
  note(`${statuses.filter((status) => status === 200).length} of ${statuses.length} reads answered`);
};

const withoutStandbyMs = 12_000;
const readsMeanwhile = ['/api/store/items', '/api/landing', '/api/cup', '/api/memberships/plans'];

const restartDatabase: Act = async ({ field, chance }) => {
  await sleep(chance.between(20, 400));
  signalDatabase(field, 'SIGINT');
  await sleep(1200);
};

function signalDatabase({ database }: Field, signal: NodeJS.Signals): void {
  const postmaster = findPostmaster(database.data());
  if (postmaster) process.kill(postmaster.pid, signal);
}

const onProxies =
  (act: (proxy: Server['proxy']) => void, leastMs: number, mostMs: number): Act =>
  async ({ field, chance }) => {
    const hit = chance.happens(0.5) ? field.servers : [chance.pick(field.servers)];
    for (const { proxy } of hit) act(proxy);
    await sleep(chance.between(leastMs, mostMs));
  };

/** Bytes are lost, and then the connections end. */
const loseBytes: Act = async ({ field, chance }) => {
  const { proxy } = chance.pick(field.servers);
  proxy.stall();
  await sleep(chance.between(300, 1500));
  proxy.flow();
  proxy.reset();
};

const fillDisk: Act = async ({ field, chance }) => {
  if (!field.disk) return notDone;
  const filler = path.join(field.disk, 'filler');
  try {
    fill(filler);
    // What the database frees meanwhile is filled too.
    for (let left = chance.between(4, 10); left > 0; left--) {
      await sleep(200);
      fill(filler);
    }
  } finally {
    rmSync(filler, { force: true });
  }
};

function fill(file: string): void {
  const handle = openSync(file, 'a');
  const block = Buffer.alloc(1024 * 1024);
  try {
    for (;;) writeSync(handle, block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(handle);
  }
}

const leapClock: Act = async ({ field, chance, note }) => {
  const server = chance.pick(field.servers);
  const minutes = chance.pick([-90, -5, 5, 45, 180]);
  note(`${minutes} minutes`);
  server.order({ is: 'leap', aheadMs: minutes * 60_000 });
  await sleep(1200);
};

const lockTables: Act = async ({ field, chance, note }) => {
  const table = chance.pick([
    'wallets',
    'classes',
    'class_enrollments',
    'video_interactions',
    'sessions',
    'events',
  ]);
  note(table);
  await field.direct.db.transaction().execute(async (db) => {
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(db);
    await sleep(chance.between(500, 2500));
  });
};

/** The database has no connection left for the servers, whose own are ended. */
const useUpConnections: Act = async ({ field }) => {
  const clients: pg.Client[] = [];
  const take = async () => {
    const client = newClient(field.database.address, { application_name: 'siege' });
    await client.connect();
    clients.push(client);
  };
  try {
    for (const { proxy } of field.servers) proxy.cut();
    for (;;) await take();
  } catch {
    await sleep(1500);
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})));
  }
};

/** Each fault comes once before one comes again. */
const turnOutside: Act = async ({ field, chance, note, turn }) => {
  const names = Object.keys(outsideFaults) as OutsideFault[];
  const fault = names[turn % names.length];
  if (!fault) return notDone;
  note(`it ${fault}`);
  field.outside.turn(fault);
  await sleep(chance.between(800, 2000));
};

export const acts = {
  'kill a server at a named place': killAtPlace,
  'kill a server in the middle of something': killInside,
  'kill a worker': killWorker,
  'replace every worker': replaceWorkers,
  'kill the database server': killDatabase,
  'end connections of the servers': terminateBackends,
  'fill the disk': fillDisk,
  'kill a connection of the database': killBackend,
  'make LISTEN deaf': onProxies((proxy) => proxy.deafen(), 1000, 2000),
  'kill a server at any moment': killAnywhere,
  'cut the way to the database': onProxies((proxy) => proxy.cut(), 200, 800),
  'end a server under load': terminateServer,
  'reset the way to the database': onProxies((proxy) => proxy.reset(), 200, 800),
  'hold up the way to the database': onProxies((proxy) => proxy.hold(), 800, 3500),
  'close the way to the database': onProxies((proxy) => proxy.down(), 500, 2000),
  'lose bytes on the way to the database': loseBytes,
  'restart the database server': restartDatabase,
  'kill every server': killEveryServer,
  'freeze a server': freezeServer,
  'let a clock leap': leapClock,
  'lock a table': lockTables,
  'use up the connections': useUpConnections,
  'trouble outside': turnOutside,
  'lose the machine of the database': loseMachine,
  'lose the machine of the standby': loseStandby,
} satisfies Record<string, Act>;
export type ActName = keyof typeof acts;

/** The acts that leave the database, and every way to it, as they are. */
const spareDatabase: ReadonlySet<ActName> = new Set<ActName>([
  'kill a server at a named place',
  'kill a server in the middle of something',
  'kill a worker',
  'replace every worker',
  'kill a server at any moment',
  'kill every server',
  'end a server under load',
  'freeze a server',
  'let a clock leap',
  'trouble outside',
]);

/** The acts that need a standby (`--standby`). */
const needStandby: ReadonlySet<ActName> = new Set<ActName>([
  'lose the machine of the database',
  'lose the machine of the standby',
]);

/** Whether a server may find its database away during an act. */
export const takesDatabaseAway = (name: ActName) => !spareDatabase.has(name);

/**
 * The acts of a siege in their order: every kind whose name contains `only` once, in an order of the seed, then every
 * kind again.
 */
export function drawActs(
  chance: SeededRandom,
  count: number,
  {
    only = '',
    standby = false,
    order,
  }: { only?: string; standby?: boolean; order?: readonly ActName[] } = {},
): ActName[] {
  if (order) return order.slice(0, count);
  const names = (Object.keys(acts) as ActName[]).filter(
    (name) => name.includes(only) && (standby || !needStandby.has(name)),
  );
  if (names.length === 0) throw new Error(`no act is called ${only}`);
  const drawn: ActName[] = [];
  while (drawn.length < count) drawn.push(...chance.shuffled(names));
  return drawn.slice(0, count);
}

/** Puts right what an act has left: a lost machine, ways, clocks, frozen and ended servers, the outside world. */
export async function heal(field: Field): Promise<void> {
  field.outside.well();
  await field.machines?.restore();
  await Promise.all(
    field.servers.map(async (server) => {
      server.proxy.up();
      server.proxy.flow();
      if (server.ended) return void (await field.restart(server));
      server.kill('SIGCONT');
      server.order({ is: 'leap', aheadMs: 0 });
    }),
  );
}

/** Ends a server process, at the latest after `limitMs`, and answers how it ended. */
async function end(server: Server, signal: NodeJS.Signals, limitMs = 5000) {
  if (signal === 'SIGTERM') server.toldToStopAt = performance.now();
  server.kill(signal);
  const timer = setTimeout(() => server.kill('SIGKILL'), limitMs);
  const ended = await server.exit;
  clearTimeout(timer);
  return ended;
}
