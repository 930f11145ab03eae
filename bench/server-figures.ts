import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { clientConfig } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrations/migrate.ts';
import { startEmbeddedPostgres } from '#server/embedded-postgres/start-embedded-postgres.ts';
import { type ImportPlan, measureImport } from './figures/measure-import.ts';
import { measureStart, type StartPlan } from './figures/measure-start.ts';
import { measureStreams, type StreamsPlan } from './figures/measure-streams.ts';
import { type Figure, heading, lineOf, reportOf } from './figures/print-figures.ts';
import { fillDatabase, type Sizes } from './fill-database.ts';
import { type Member, signIn } from './sign-in.ts';
import { serverStarter } from './start-servers.ts';
import { writeBetweenMarks } from './write-between-marks.ts';

// `npm run bench:server` measures one production process of Sumi against the targets beside each figure: open streams
// of events, an import of the cup beside a bare COPY, the start, and memory at rest. `-- --quick` takes a tenth of the
// streams and a twentieth of the rows, in a minute; `-- --only streams`, `import` or `start` takes one. A whole full
// run writes its table into docs/performance.md. For Linux, which tells memory and has many loopback addresses.
const parts = ['streams', 'import', 'start'] as const;
const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string' } },
});
const { quick, only } = options;
if (only !== undefined && !parts.some((part) => part === only))
  throw new Error(`--only takes one of: ${parts.join(', ')}`);

type Plan = { sizes: Sizes; streams: StreamsPlan; import: ImportPlan; start: StartPlan };
const resting: Sizes = { people: 1000, members: 1000, videos: 500, classes: 100, cup: 1000 };
const plan: Plan = quick
  ? {
      sizes: { people: 1000, members: 300, videos: 100, classes: 50, cup: 500 },
      streams: { streams: 500, writes: 100, writesASecond: 50, rounds: 3 },
      import: { rows: 5000, rounds: 1 },
      start: { starts: 1, restMs: 8000, sizes: { ...resting, members: 100 } },
    }
  : {
      sizes: { people: 3000, members: 3000, videos: 500, classes: 100, cup: 1000 },
      streams: { streams: 5000, writes: 1000, writesASecond: 50, rounds: 10 },
      import: { rows: 100_000, rounds: 3 },
      start: { starts: 5, restMs: 10_000, sizes: resting },
    };
const cupReaders = 16;

const folder = await mkdtemp(path.join(os.tmpdir(), 'sumi-figures-'));
// The user that PostgreSQL runs as, where root starts the bench, enters it.
await chmod(folder, 0o755);
const figures: Figure[] = [];
try {
  if (only !== 'start') await measureServer();
  if (only === undefined || only === 'start') {
    print(await measureStart(path.join(folder, 'start'), plan.start));
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
console.log(`\n${heading}\n${figures.map(lineOf).join('\n')}`);
if (!quick && only === undefined) {
  await writeBetweenMarks('server figures', 'end of server figures', reportOf(figures));
}

/** Measures streams and the import with one server on a filled community. */
async function measureServer(): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(folder, 'database') });
  const pool = new pg.Pool({ ...clientConfig(postgres.connection), max: 4 });
  // Stopping the database ends idle connections, which is not an error here.
  pool.on('error', () => {});
  const servers = serverStarter();
  try {
    const { host, port: databasePort, user, database } = postgres.connection;
    const url = `postgres://${user}@localhost:${databasePort}/${database}?host=${encodeURIComponent(host)}`;
    console.log(`filling: ${JSON.stringify(plan.sizes)}`);
    await migrate(pool);
    await fillDatabase(pool, plan.sizes);
    const secret = randomBytes(32).toString('hex');
    const first = await signIn(pool, plan.sizes.members, secret);
    const others = new Map(
      (await signIn(pool, plan.sizes.members, secret)).map((member) => [member.id, member]),
    );
    const administrator = first.pop() as Member;
    await pool.query(`insert into user_roles (user_id, role) values ($1, 'admin')`, [administrator.id]);
    const sumi = await servers.startSumi(
      { url, poolSize: 20 },
      {
        port: 20_000 + Math.floor(Math.random() * 20_000),
        ...{ secret, dataDir: path.join(folder, 'app'), tellsMemory: true },
      },
    );
    if (only !== 'import') {
      const sessions = first.map((member) => [member, others.get(member.id) as Member]);
      const { rows } = await pool.query<{ id: string }>('select id from classes order by starts_at');
      const classIds = rows.map(({ id }) => id);
      print(await measureStreams({ sumi, sessions, classIds, plan: plan.streams }));
    }
    if (only !== 'streams') {
      const readers = first.slice(0, cupReaders);
      print(await measureImport({ sumi, pool, administrator, readers, plan: plan.import }));
    }
  } finally {
    await servers.stop();
    await pool.end();
    await postgres.stop();
  }
}

function print(measured: readonly Figure[]): void {
  figures.push(...measured);
  for (const figure of measured) console.log(lineOf(figure));
}
