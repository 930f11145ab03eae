import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { clientConfig } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrations/migrate.ts';
import { startEmbeddedPostgres } from '#server/embedded-postgres/start-embedded-postgres.ts';
import { fillYear } from './fill-year.ts';
import { type Member, signIn } from './sign-in.ts';
import { serverStarter } from './start-servers.ts';

// `npm run year` fills two communities with a year of life, one of a hundredth of the learners, asks each for every
// screen as a student, a teacher and an administrator, and prints how long the answers took and their ratio: what grows
// with the community is no page of it. `-- --learners 100000`.
const { values: options } = parseArgs({ options: { learners: { type: 'string', default: '20000' } } });
const learners = Number(options.learners);
const rounds = 15;
/** A median of so few milliseconds is noise in the ratio of two. */
const leastMs = 2;

type Place = { port: number; pool: pg.Pool; cookies: Record<Who, Member[]>; ids: Record<string, string> };
type Who = 'student' | 'teacher' | 'administrator';

const folder = await mkdtemp(path.join(os.tmpdir(), 'sumi-year-'));
const postgres = await startEmbeddedPostgres({ dataDir: folder, maxConnections: 60 });
const servers = serverStarter();
const pools: pg.Pool[] = [];
try {
  const small = await open('sumi_small', learners / 100);
  const large = await open('sumi_large', learners);
  const screens = await listScreens(small.port);
  const rows: { screen: string; who: Who; small: number; large: number }[] = [];
  for (const screen of screens) {
    for (const who of ['student', 'teacher', 'administrator'] as const) {
      const took: { small: number[]; large: number[] } = { small: [], large: [] };
      for (let round = 0; round < rounds; round++) {
        const one = await ask(small, screen, who, round);
        const other = await ask(large, screen, who, round);
        if (one === null || other === null) break;
        // The first asks compile and plan, and fill what is kept.
        if (round < 3) continue;
        took.small.push(one);
        took.large.push(other);
      }
      if (took.large.length > 0) {
        rows.push({ screen, who, small: median(took.small), large: median(took.large) });
      }
    }
  }
  report(rows);
  await reportScans(large.pool);
} finally {
  await servers.stop();
  for (const pool of pools) await pool.end();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

/** A community of its own database, with one production process on it. */
async function open(name: string, count: number): Promise<Place> {
  const { host, port: databasePort, user } = postgres.connection;
  const owner = new pg.Client(clientConfig(postgres.connection));
  await owner.connect();
  await owner.query(`create database ${name}`);
  await owner.end();
  const pool = new pg.Pool({ ...clientConfig({ ...postgres.connection, database: name }), max: 4 });
  pool.on('error', () => {});
  pools.push(pool);
  const begun = performance.now();
  await migrate(pool);
  await fillYear(pool, Math.round(count));
  const { rows } = await pool.query<{ size: string }>(
    'select pg_size_pretty(pg_database_size(current_database())) as size',
  );
  console.log(
    `a year of ${count} learners: ${rows[0]?.size}, filled in ${Math.round((performance.now() - begun) / 1000)} s`,
  );
  const secret = randomBytes(32).toString('hex');
  const members = await signIn(pool, Math.min(count, 200), secret);
  // The first of them teach; the second one administers too.
  const byId = new Map(members.map((member) => [member.id, member]));
  const { rows: people } = await pool.query<{ id: string; teaches: boolean }>(
    `select id, exists (select from teacher_profiles where user_id = users.id) as teaches from users
      where email like 'p%@bench.example' order by substr(split_part(email, '@', 1), 2)::integer limit 200`,
  );
  const teachers = people.filter(({ teaches }) => teaches).flatMap(({ id }) => byId.get(id) ?? []);
  const students = people.filter(({ teaches }) => !teaches).flatMap(({ id }) => byId.get(id) ?? []);
  const administrator = teachers.pop();
  if (!administrator) throw new Error('nobody administers');
  await pool.query(`insert into user_roles (user_id, role) values ($1, 'admin')`, [administrator.id]);
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const url = `postgres://${user}@localhost:${databasePort}/${name}?host=${encodeURIComponent(host)}`;
  await servers.startSumi({ url, poolSize: 8 }, { port, secret, dataDir: path.join(folder, name) });
  const id = async (query: string) => (await pool.query<{ id: string }>(query)).rows[0]?.id ?? '';
  return {
    port,
    pool,
    cookies: { student: students, teacher: teachers, administrator: [administrator] },
    ids: {
      classes: await id('select id from classes where starts_at > now() order by starts_at limit 1'),
      people: students[0]?.id ?? '',
      teachers: teachers[0]?.id ?? '',
    },
  };
}

/** The operations that a page reads with, whose addresses name nothing or a class, a person or a teacher. */
async function listScreens(port: number): Promise<string[]> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/openapi.json`);
  const { paths } = (await answer.json()) as { paths: Record<string, object> };
  return Object.entries(paths)
    .filter(([address, operations]) => 'get' in operations && !address.includes('events'))
    .map(([address]) => address)
    .filter(
      (address) => !address.includes('{') || /^\/api\/(classes|people|teachers)\/\{id\}[^{]*$/.test(address),
    );
}

/** Milliseconds of the whole answer; null when that person is refused. */
async function ask({ port, cookies, ids }: Place, screen: string, who: Who, round: number) {
  const people = cookies[who];
  const cookie = people[round % people.length]?.cookie ?? '';
  const kind = screen.split('/')[2] ?? '';
  const begun = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}${screen.replace('{id}', ids[kind] ?? '')}`, {
    headers: { cookie },
  });
  await answer.arrayBuffer();
  if (answer.status >= 500) throw new Error(`${screen} as ${who}: ${answer.status}`);
  return answer.status === 200 ? performance.now() - begun : null;
}

function median(samples: number[]): number {
  return samples.sort((one, other) => one - other)[Math.floor(samples.length / 2)] ?? 0;
}

function report(rows: { screen: string; who: Who; small: number; large: number }[]): void {
  const ratio = (row: { small: number; large: number }) =>
    Math.max(row.large, leastMs) / Math.max(row.small, leastMs);
  const sorted = [...rows].sort((one, other) => ratio(other) - ratio(one));
  console.log(
    `\n| screen | as | ${learners / 100} learners, ms | ${learners}, ms | ratio |\n|---|---|---|---|---|`,
  );
  for (const row of sorted) {
    const { screen, who, small, large } = row;
    console.log(
      `| ${screen} | ${who} | ${small.toFixed(1)} | ${large.toFixed(1)} | ${ratio(row).toFixed(2)} |`,
    );
  }
  const within = rows.filter((row) => ratio(row) <= 1.3).length;
  const middle = median(rows.map(ratio)).toFixed(2);
  console.log(`\n${within} of ${rows.length} within 1.3; the ratio in the middle is ${middle}`);
}

/**
 * Which large tables were read as a whole. PostgreSQL tells what a connection did once it has been idle for a while.
 */
async function reportScans(pool: pg.Pool): Promise<void> {
  await pool.query('select pg_stat_force_next_flush()');
  const { rows } = await pool.query<{ relname: string; seq_scan: string; n_live_tup: string }>(
    'select relname, seq_scan, n_live_tup from pg_stat_user_tables where n_live_tup > 10000 order by n_live_tup desc',
  );
  console.log('\nLarge tables, their rows, and how often one was read as a whole (filling them did so too):');
  for (const { relname, seq_scan, n_live_tup } of rows)
    console.log(`  ${relname} ${n_live_tup}: ${seq_scan}`);
}
