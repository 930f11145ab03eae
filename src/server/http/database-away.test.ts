import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { collectLog } from '../../testing/answers/collect-log.ts';
import { type ClassScene, classScene, insertClass } from '../../testing/class-scene.ts';
import { newCommunity } from '../../testing/community.ts';
import { waitingForLocks } from '../../testing/races/waiting-for-locks.ts';
import { openDatabaseProxy } from '../../testing/stand-ins/open-database-proxy.ts';
import { type Connection, connect } from '../db/connect.ts';

let scene: ClassScene;
let proxy: Awaited<ReturnType<typeof openDatabaseProxy>>;
/** A way to the database that is never cut. */
let direct: Connection;
const { log, take } = collectLog();
beforeAll(async () => {
  scene = await classScene({
    log,
    between: async (database) => {
      proxy = await openDatabaseProxy(database);
      return proxy.address;
    },
  });
  direct = connect(scene.community.address);
});
afterAll(async () => {
  await direct.close();
  await scene.community.close();
  proxy.close();
});

/**
 * Does `act` while a student's request to enrol waits for the class's row; the answer of the request, and one after.
 */
async function enrolWhile(act: (pid: number) => unknown): Promise<[Response, Response]> {
  const { community, teacher, student } = scene;
  const id = await insertClass(direct.db, teacher);
  const enrol = () => community.request(student, 'POST', `/api/classes/${id}/enrolment`);
  let asked: Promise<Response> | undefined;
  await direct.db.transaction().execute(async (trx) => {
    await trx.selectFrom('classes').select('id').where('id', '=', id).forUpdate().execute();
    asked = enrol();
    await expect.poll(() => waitingForLocks(direct.db)).toHaveLength(1);
    const [pid = 0] = await waitingForLocks(direct.db);
    await act(pid);
    // Its answer comes while the row is still held: it does not depend on the lock.
    await asked;
  });
  return [(await asked)!, await enrol()];
}

it.each([
  ['the network cuts', () => proxy.cut()],
  ['PostgreSQL ends', (pid: number) => sql`select pg_terminate_backend(${pid})`.execute(direct.db)],
] as const)(
  'a request whose connection %s in mid-transaction is told to come back, and then succeeds',
  async (_who, act) => {
    const [answer, next] = await enrolWhile(act);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(await answer.json()).toMatchObject({ code: 'http/busy' });
    expect(next.status).toBe(200);
    expect(await next.json()).toMatchObject({ isEnrolled: true, seatsTaken: 1 });
  },
);

it('a step of signing in is told to come back while the database is away, also for a remembered session', async () => {
  const { community, student } = scene;
  const steps = ['/api/auth/get-session', '/api/auth/list-sessions'];
  const askAll = () => Promise.all(steps.map((path) => community.request(student, 'GET', path)));
  const statusesOf = (answers: Response[]) => answers.map(({ status }) => status);
  expect(statusesOf(await askAll())).toEqual([200, 200]);
  take();
  proxy.down();
  const answers = await askAll();
  proxy.up();
  expect(statusesOf(answers)).toEqual([503, 503]);
  for (const answer of answers) expect(answer.headers.get('retry-after')).toBe('2');
  const logged = take();
  expect(logged.map(({ security }) => security)).not.toContain('refused');
  expect(logged).toContainEqual(
    expect.objectContaining({
      msg: 'the database is away',
      err: expect.objectContaining({ message: expect.stringMatching(/terminated|ECONN|timeout/) }),
    }),
  );
  await expect.poll(async () => statusesOf(await askAll())).toEqual([200, 200]);
});

it('the health check asks the database once a second however many ask, and still says when it is away', async () => {
  const { community } = scene;
  const check = async () => (await community.request(null, 'GET', '/healthz')).status;
  const checkOften = () => Promise.all(Array.from({ length: 200 }, check));
  const connections = vi.spyOn(pg.Pool.prototype, 'connect');
  const began = performance.now();
  expect(new Set(await checkOften())).toEqual(new Set([200]));
  expect(connections.mock.calls.length).toBeLessThanOrEqual(1 + (performance.now() - began) / 1000);
  connections.mockRestore();
  proxy.down();
  await expect.poll(check, { interval: 20, timeout: 5000 }).toBe(503);
  expect(new Set(await checkOften())).toEqual(new Set([503]));
  proxy.up();
  await expect.poll(check, { interval: 20, timeout: 5000 }).toBe(200);
});

it('a file whose first bytes cannot be read is told to come back, and is no file', async () => {
  const { community } = scene;
  const admin = await community.person({ role: 'admin' });
  const askForFile = () => community.request(admin, 'GET', '/api/audit/log.csv');
  expect((await askForFile()).headers.get('content-disposition')).toContain('attachment');
  proxy.down();
  const answer = await askForFile();
  proxy.up();
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('2');
  await expect.poll(async () => (await askForFile()).status).toBe(200);
});

it('a write is told to come back while the disk of the database is full, and then succeeds', async () => {
  const { community, teacher, student } = scene;
  const id = await insertClass(direct.db, teacher);
  const enrol = () => community.request(student, 'POST', `/api/classes/${id}/enrolment`);
  // What PostgreSQL says when it cannot make a table longer.
  await sql`create function be_full() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`.execute(
    direct.db,
  );
  await sql`create trigger be_full before insert on class_enrollments execute function be_full()`.execute(
    direct.db,
  );
  const answer = await enrol();
  await sql`drop trigger be_full on class_enrollments`.execute(direct.db);
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('2');
  expect(await (await enrol()).json()).toMatchObject({ isEnrolled: true, seatsTaken: 1 });
});

it('a request is told to come back while the database has no connection left, and then succeeds', async ({
  skip,
}) => {
  const { community } = scene;
  const { rows } = await sql<{ database: string; unlimited: boolean }>`
    select current_database() as database, rolsuper as unlimited from pg_roles where rolname = current_user`.execute(
    direct.db,
  );
  const [is] = rows;
  skip(is?.unlimited ?? false, 'PostgreSQL limits no connections of a superuser');
  const limit = (to: number) =>
    sql`alter database ${sql.id(is?.database ?? '')} connection limit ${sql.lit(to)}`.execute(direct.db);
  const ask = () => community.request(null, 'GET', '/api/store/items');
  await limit(0);
  proxy.cut();
  // Some find first that their connection was cut, and are told the same. The next one gets no other.
  let answer = await ask();
  const cause = async () => {
    answer = await ask();
    const own = take().find(({ requestId }) => requestId === answer.headers.get('x-request-id'));
    return own?.err?.code;
  };
  await expect.poll(cause).toBe('53300');
  await limit(-1);
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('2');
  await expect.poll(async () => (await ask()).status).toBe(200);
});

it('a request that gets no connection of the server’s own pool is told to come back, and the next one succeeds', async () => {
  const community = await newCommunity({ poolSize: 2, waitMs: 3000 });
  const student = await community.person();
  const ask = () => community.request(student, 'GET', '/api/profiles/me');
  expect((await ask()).status).toBe(200);
  const over = Promise.withResolvers<void>();
  const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const held = begun.map(({ resolve }) =>
    community.db.transaction().execute(async (trx) => {
      await sql`select 1`.execute(trx);
      resolve();
      await over.promise;
    }),
  );
  await Promise.all(begun.map(({ promise }) => promise));
  const answer = await ask();
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('2');
  expect(await answer.json()).toMatchObject({ code: 'http/busy' });
  over.resolve();
  await Promise.all(held);
  expect((await ask()).status).toBe(200);
  await community.close();
});
