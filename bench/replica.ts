import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type DbHost, nameOfHost } from '#server/db/database-hosts.ts';
import { migrate } from '#server/db/migrations/migrate.ts';
import { findPostmaster } from '#server/embedded-postgres/find-postmaster.ts';
import { findFreePort } from '#server/processes/find-free-port.ts';
import { copyPrimary } from '#server/standby/copy-primary.ts';
import { runDatabase } from '#server/standby/run-database.ts';
import { type Ask, drive } from './drive.ts';
import { fillDatabase, smallCommunity } from './fill-database.ts';
import { listProcessIds, readProcessStat } from './read-process-stat.ts';
import { createScenarios, membersAtATime } from './scenarios.ts';
import { signIn } from './sign-in.ts';
import { serverStarter } from './start-servers.ts';

// `npm run bench:replica` measures what DATABASE_REPLICA_URL takes off the database that takes writes. Two production
// processes of Sumi stand on one database with a standby; one of them reads shared pages there. They are asked in turns
// for the feed, classes and the cup, without a write and with a video, a class and a board changing twice a second. For
// each it prints statements and processor time of the primary for a thousand requests, as medians. For Linux, which
// counts the time.

const rounds = 3;
const load = { connections: 16, seconds: 4 };
/** PostgreSQL tells what an idle connection did after ten seconds. */
const untilCountedMs = 11_000;

const password = randomBytes(24).toString('base64url');
const folders = ['one', 'two', 'app'].map((name) =>
  mkdtempSync(path.join(os.tmpdir(), `sumi-replica-${name}-`)),
);
const [folderOne = '', folderTwo = '', folderApp = ''] = folders;
for (const folder of folders) chmodSync(folder, 0o755);
const [one, two] = [await findHost(), await findHost()];
const addressOf = (...hosts: DbHost[]) =>
  `postgresql://sumi:${password}@${hosts.map(nameOfHost).join(',')}/sumi`;
const shared = (listen: DbHost, hosts: DbHost[]) => ({
  ...{ url: addressOf(...hosts), hosts, listen, password, sync: false },
});
const parts = { say: () => {}, giveUp: () => process.exit(1), options: { maxConnections: 100 } };

const primary = await runDatabase(folderOne, shared(one, [one]), parts);
const pool = new pg.Pool({ connectionString: addressOf(one) });
const servers = serverStarter();
let standby: Awaited<ReturnType<typeof runDatabase>> | null = null;
try {
  await migrate(pool);
  await fillDatabase(pool, smallCommunity);
  const secret = randomBytes(32).toString('hex');
  const members = await signIn(pool, smallCommunity.members, secret);
  await copyPrimary(folderTwo, one, password);
  standby = await runDatabase(folderTwo, shared(two, [one, two]), parts);

  const [portAlone, portWith] = [await findFreePort(), await findFreePort()];
  const sumi = `http://127.0.0.1:${portAlone}`;
  const database = { url: addressOf(one), poolSize: 10 };
  const settings = { secret, dataDir: folderApp, appUrl: sumi };
  await servers.startSumi(database, { ...settings, port: portAlone });
  await servers.startSumi(database, { ...settings, port: portWith, replica: addressOf(two) });
  const reads = (await createScenarios({ sumi, members, classIds: ['none'] })).filter(
    ({ filterAt }) => filterAt,
  );

  const take = async (port: number, isWritten: boolean): Promise<Cost> => {
    const group = members.slice(0, membersAtATime);
    const ask = (turn: number): Ask => {
      const scenario = reads[turn % reads.length];
      if (!scenario) throw new Error('nothing to ask');
      return scenario.ask(Math.floor(turn / reads.length), group);
    };
    await sleep(untilCountedMs);
    const before = await readCosts();
    let turn = 0;
    const writing = isWritten ? setInterval(change, 500) : undefined;
    await drive(port, load, () => ask(turn++));
    clearInterval(writing);
    const cpuMs = processorMs(folderOne) - before.cpuMs;
    await sleep(untilCountedMs);
    const { statements } = await readCosts();
    return { statements: ((statements - before.statements) * 1000) / turn, cpuMs: (cpuMs * 1000) / turn };
  };

  console.log(
    '| of a thousand requests | statements, alone | with the replica | taken off | processor ms, alone | with | taken off |',
  );
  console.log('|---|---|---|---|---|---|---|');
  for (const isWritten of [false, true]) {
    const alone: Cost[] = [];
    const withReplica: Cost[] = [];
    for (let round = 0; round <= rounds; round++) {
      const [a, b] = [await take(portAlone, isWritten), await take(portWith, isWritten)];
      // The first round fills memories.
      if (round > 0) alone.push(a) && withReplica.push(b);
    }
    const line = (['statements', 'cpuMs'] as const).flatMap((kind) => {
      const off = alone.map((cost, nth) => 1 - (withReplica[nth]?.[kind] ?? 0) / cost[kind]);
      const shown = [alone, withReplica].map((costs) => median(costs.map((cost) => cost[kind])).toFixed(0));
      return [...shown, `${(median(off) * 100).toFixed(0)} %`];
    });
    console.log(
      `| ${isWritten ? 'three tables change twice a second' : 'no writes'} | ${line.join(' | ')} |`,
    );
  }
} finally {
  await servers.stop();
  await pool.end();
  await standby?.stop();
  await primary.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

type Cost = { statements: number; cpuMs: number };

async function change(): Promise<void> {
  await pool.query(`update videos set title = title || '.' where source_id = 'bench7'`);
  await pool.query(`update classes set description = description || '.' where title = 'Clase 7'`);
  await pool.query('update cup_boards set row_count = row_count');
}

async function readCosts(): Promise<Cost> {
  const { rows } = await pool.query<{ statements: number }>(
    'select xact_commit::int as statements from pg_stat_database where datname = current_database()',
  );
  return { statements: rows[0]?.statements ?? 0, cpuMs: processorMs(folderOne) };
}

/** Processor time of a database: its first process, those that have ended, and those that run. */
function processorMs(dataDir: string): number {
  const first = findPostmaster(path.join(dataDir, 'postgres/data'))?.pid ?? 0;
  let ticks = 0;
  for (const pid of listProcessIds()) {
    const fields = readProcessStat(pid);
    const [user = 0, system = 0, ofEndedUser = 0, ofEndedSystem = 0] = fields.slice(11, 15).map(Number);
    if (pid === first) ticks += user + system + ofEndedUser + ofEndedSystem;
    else if (Number(fields[1]) === first) ticks += user + system;
  }
  return ticks * 10;
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

async function findHost(): Promise<DbHost> {
  return { host: '127.0.0.1', port: await findFreePort() };
}
