import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { clientConfig } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrations/migrate.ts';
import { startEmbeddedPostgres } from '#server/embedded-postgres/start-embedded-postgres.ts';
import { chooseDatabaseClient, createDatabaseActs } from './database-alone.ts';
import { fillDatabase, largeCommunity, smallCommunity } from './fill-database.ts';
import { measure, type Plan, type Row } from './measure.ts';
import { type Peers, startPeers } from './peers.ts';
import { headingWith, lineOf, reportOf } from './report.ts';
import { createScenarios } from './scenarios.ts';
import { signIn } from './sign-in.ts';
import { serverStarter } from './start-servers.ts';
import { writeBetweenMarks } from './write-between-marks.ts';

// `npm run bench` fills a community by SQL, starts one production process of Sumi on it, and measures what people do,
// beside a bare server that sends the same bytes, a server written by hand, and the database alone.
// `-- --quick` takes a small community and short rounds, for the ratios; `-- --only cup` takes the scenarios with
// that word; `-- --peers` installs other servers and puts them into the table. The full run writes its table into
// docs/performance.md.
const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    peers: { type: 'boolean', default: false },
  },
});
const sizes = options.quick ? smallCommunity : largeCommunity;
const plan: Plan = options.quick
  ? { connections: [32], rounds: 1, seconds: 1, warmSeconds: 0.5 }
  : { connections: [1, 32, 128], rounds: 3, seconds: 3, warmSeconds: 1 };
const poolSize = 20;

const folder = await mkdtemp(path.join(os.tmpdir(), 'sumi-bench-'));
const postgres = await startEmbeddedPostgres({ dataDir: folder, maxConnections: 200 });
const pool = new pg.Pool({ ...clientConfig(postgres.connection), max: Math.max(...plan.connections) });
// Stopping the database ends idle connections, which is not an error here.
pool.on('error', () => {});
const servers = serverStarter();
let peers: Peers | null = null;

try {
  const { host, port, user, database } = postgres.connection;
  const url = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
  console.log(`filling: ${JSON.stringify(sizes)}`);
  await migrate(pool);
  await fillDatabase(pool, sizes);
  const secret = randomBytes(32).toString('hex');
  const members = await signIn(pool, sizes.members, secret);
  await createDatabaseActs(pool, { members: members.length });
  await pool.query('vacuum analyze');

  const sumiPort = 20_000 + Math.floor(Math.random() * 20_000);
  await servers.startSumi({ url, poolSize }, { port: sumiPort, secret, dataDir: path.join(folder, 'app') });
  const { port: plainPort } = await servers.startPlain({ url, poolSize });
  const bare = await servers.startBare();
  const { name, client } = await chooseDatabaseClient(pool, { url, folder, isShort: options.quick });

  const { rows: classes } = await pool.query<{ id: string }>('select id from classes order by starts_at');
  const scenarios = await createScenarios({
    sumi: `http://127.0.0.1:${sumiPort}`,
    members,
    classIds: classes.map(({ id }) => id),
  });
  if (options.peers) {
    peers = await startPeers({ folder, database: clientConfig(postgres.connection), poolSize });
  }
  const running = peers?.running ?? [];
  const names = running.map((peer) => peer.name);
  const arena = { sumiPort, plainPort, bare, pool, databaseClient: client, peers: running, members };
  const rows: Row[] = [];
  console.log(headingWith(names));
  for (const scenario of scenarios.filter((each) => each.name.includes(options.only))) {
    for await (const row of measure(arena, scenario, plan)) {
      rows.push(row);
      console.log(lineOf(row, names));
    }
  }
  if (!options.quick && !options.only) {
    await writeBetweenMarks(
      'measured',
      'end',
      reportOf({ rows, peers: names, plan, sizes, databaseClient: name }),
    );
  }
} finally {
  await peers?.stop();
  await servers.stop();
  await pool.end();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
