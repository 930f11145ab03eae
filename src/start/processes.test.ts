import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Processes } from '#server/processes/worker-part.ts';
import { type Community, newCommunity, type Person, testSecret } from '../testing/community.ts';
import {
  keepStream,
  openBrowser,
  type StartedServer,
  startLoad,
  startServer,
  urlOf,
  workersIn,
} from '../testing/processes/start-server.ts';
import { insertVideo } from '../testing/rows/insert-video.ts';

// Real processes of the whole product. Each start costs two seconds of a core, so the tests share one server and go on
// from what the one before left.
/** A start takes long on a busy machine. */
const patiently = { timeout: 420_000, interval: 100 };

const metricsToken = 'a-token-of-the-operator-long-enough';

let community: Community;
let people: Person[];
let video: string;
let server: StartedServer;
beforeAll(async () => {
  community = await newCommunity();
  people = await Promise.all(Array.from({ length: 5 }, () => community.person()));
  video = await insertVideo(community.db);
  server = await startServer({
    DATABASE_URL: urlOf(community.address),
    SECRET: testSecret,
    PROCESSES: '2',
    DATABASE_POOL: '8',
    LOG_LEVEL: 'info',
    METRICS_TOKEN: metricsToken,
  });
}, 420_000);
afterAll(async () => {
  await server.end();
  await community.close();
});

/** Waits until both processes serve, by what the one that answers says. */
async function bothServe(): Promise<void> {
  const serving = async () => {
    const browser = openBrowser(server);
    const { text } = await browser.send('GET', '/healthz');
    browser.close();
    return (JSON.parse(text || '{}') as Partial<Processes>).serving;
  };
  await expect.poll(serving, patiently).toBe(2);
}

const workerIds = () => workersIn(server.said());

const answersOf = async (load: ReturnType<typeof startLoad>, more: number) => {
  const enough = load.count() + more;
  await expect.poll(() => load.count() >= enough, patiently).toBe(true);
};

async function expectBook(liked: ReadonlyMap<string, boolean>): Promise<void> {
  const rows = await community.db
    .selectFrom('videoInteractions')
    .select('userId')
    .where('videoId', '=', video)
    .where('interactionType', '=', 'like')
    .execute();
  const stored = new Set(rows.map(({ userId }) => userId));
  for (const [userId, like] of liked) expect(stored.has(userId), userId).toBe(like);
}

it('two processes serve on one port, say so, and one of them has prepared the community', async () => {
  await bothServe();
  expect(server.said().match(/Sumi is ready/g)).toHaveLength(1);
  expect(server.said()).toContain('It serves by 2 processes of 4 connections each.');
  const { count } = await community.db
    .selectFrom('dueWork')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('kind', '=', 'forget-done-work')
    .executeTakeFirstOrThrow();
  expect(count).toBe(1);
});

/** How often the catalogue was asked for, by the metrics of whichever process answers. */
async function countCatalogues(): Promise<number> {
  const answer = await fetch(`${server.url}/metrics`, {
    headers: { authorization: `Bearer ${metricsToken}` },
  });
  const [, count] =
    /sumi_http_requests_total\{operation="GET \/api\/store\/items",status="200"\} (\d+)/.exec(
      await answer.text(),
    ) ?? [];
  return Number(count);
}

it('the metrics of any process are those of all of them', async () => {
  await bothServe();
  const asked = new Set<number>();
  for (let n = 1; n <= 8; n++) {
    const browser = openBrowser(server);
    asked.add(JSON.parse((await browser.send('GET', '/healthz')).text).worker);
    await browser.send('GET', '/api/store/items');
    browser.close();
  }
  expect([...asked].sort()).toEqual([1, 2]);
  expect(await countCatalogues()).toBe(8);
});

/** A browser on each of the two processes, by what the one that answers says. */
async function browserOnEach(person: Person) {
  const byWorker = new Map<number, ReturnType<typeof openBrowser>>();
  while (byWorker.size < 2) {
    const browser = openBrowser(server, person.cookie);
    const { worker } = JSON.parse((await browser.send('GET', '/healthz')).text) as Processes;
    if (byWorker.has(worker)) browser.close();
    else byWorker.set(worker, browser);
  }
  return [...byWorker.values()];
}

/**
 * How long after an act of an administrator was answered every process refuses, and has closed the person's streams.
 */
async function revoke(admin: Person, act: string, path: string, body?: unknown) {
  const person = await community.person({ role: 'admin' });
  const [browsers, streams] = [await browserOnEach(person), await browserOnEach(person)];
  const ask = (browser: (typeof browsers)[number]) => browser.send('GET', '/api/people');
  for (const browser of browsers) expect((await ask(browser)).status).toBe(200);
  const ends = streams.map((browser) => browser.send('GET', '/api/events'));
  const answer = await fetch(`${server.url}/api/people/${person.id}/${path}`, {
    method: act,
    headers: { origin: server.origin, cookie: admin.cookie, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect(answer.status).toBe(200);
  const done = performance.now();
  const since = async (act: Promise<unknown>) => {
    await act;
    return performance.now() - done;
  };
  const refuses = async (browser: (typeof browsers)[number]) => {
    while ((await ask(browser)).status === 200) await new Promise(setImmediate);
  };
  const refused = await Promise.all(browsers.map((browser) => since(refuses(browser))));
  const closed = await Promise.all(ends.map((end) => since(end)));
  for (const browser of [...browsers, ...streams]) browser.close();
  return { refused: Math.max(...refused), closed: Math.max(...closed) };
}

it.each([
  ['a ban', 'PUT', 'ban', { reason: 'Molesta a los demás' }],
  ['a new role', 'PUT', 'role', { role: 'student' }],
  ['the end of all sessions', 'DELETE', 'sessions', undefined],
])(
  '%s is in force in both processes within a second, and has closed the streams on both within five',
  async (_what, method, path, body) => {
    await bothServe();
    const admin = await community.person({ role: 'admin' });
    const took = [];
    // A machine that is busy with other tests may stand still for longer than that: the quickest of three counts.
    for (let times = 0; times < 3; times++) took.push(await revoke(admin, method, path, body));
    expect(Math.min(...took.map(({ refused }) => refused))).toBeLessThan(1000);
    expect(Math.min(...took.map(({ closed }) => closed))).toBeLessThan(5000);
  },
  420_000,
);

it('a rolling restart under load replaces every process without one failed request', async () => {
  const before = workerIds();
  const stream = keepStream(server, people[0]!);
  // One that opens while its person's rights change, as at their sign-up, ends at once and is opened again.
  await expect.poll(stream.opened, patiently).toBeGreaterThan(0);
  const load = startLoad(server, people, video);
  await answersOf(load, 60);
  const opened = stream.opened();
  server.child.kill('SIGHUP');
  await expect.poll(() => server.said(), patiently).toContain('every worker was replaced');
  await answersOf(load, 60);
  const { failed, liked } = await load.stop();
  expect(failed).toEqual([]);
  await expectBook(liked);
  expect(workerIds().filter((pid) => before.includes(pid))).toEqual([]);
  // What the processes that ended had counted stays in the metrics.
  expect(await countCatalogues()).toBe(8);
  // Its process ended, and it was opened again.
  await expect.poll(stream.opened, patiently).toBeGreaterThan(opened);
  stream.close();
}, 420_000);

it('kill -9 of one process under load costs the requests on its connections, and no acknowledged write', async () => {
  await bothServe();
  const load = startLoad(server, people, video);
  await answersOf(load, 60);
  process.kill(workerIds()[0]!, 'SIGKILL');
  await answersOf(load, 60);
  const { failed, liked } = await load.stop();
  expect(new Set(failed.map(({ worker }) => worker)).size).toBeLessThanOrEqual(1);
  // Each browser lost at most the request that was on its way.
  expect(failed.length).toBeLessThanOrEqual(people.length);
  await expectBook(liked);
  expect(server.said()).toContain('a worker ended by itself');
  await bothServe();
}, 420_000);

it('SIGTERM under load answers what was asked, refuses what comes after, and ends with 0', async () => {
  const load = startLoad(server, people, video);
  await answersOf(load, 60);
  server.child.kill('SIGTERM');
  expect(await server.exit).toBe(0);
  const { failed, liked } = await load.stop();
  // Each browser that is connected is answered. A new connection is refused, or reset on its way to a worker that stops
  // too.
  expect(failed.filter(({ before }) => before)).toEqual([]);
  expect(['ECONNREFUSED', 'ECONNRESET']).toEqual(expect.arrayContaining(failed.map(({ why }) => why)));
  const late = openBrowser(server);
  expect((await late.send('GET', '/healthz')).why).toBe('ECONNREFUSED');
  late.close();
  await expectBook(liked);
});
