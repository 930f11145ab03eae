import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { newCommunity, testSecret } from '../testing/community.ts';
import { urlOf } from '../testing/processes/start-server.ts';
import { waitingForLocks } from '../testing/races/waiting-for-locks.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'sumi-start-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

/** Starts a server that ends by itself, because of these settings. */
function start(settings: Record<string, string>, options: readonly string[] = []) {
  return spawnSync(process.execPath, [...options, 'build/process/main.js'], {
    cwd: path.join(import.meta.dirname, '../..'),
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: dataDir, ...settings },
  });
}

/** Node tells what it takes from its cache of compiled modules. */
const startWithBadPort = () =>
  start({ PORT: 'none', NODE_COMPILE_CACHE: '', NODE_DEBUG_NATIVE: 'COMPILE_CACHE' });

it('a second start takes its modules compiled from the first', () => {
  startWithBadPort();
  const { status, stdout, stderr } = startWithBadPort();
  expect(status).toBe(1);
  const output = stdout + stderr;
  expect(output).toMatch(/PORT: .*number/);
  expect(output).toMatch(/ESM file:\S+process\/start-process-\S+\.js was accepted/);
});

it.each(['1', '2'])(
  'a start of %s processes says in one line that its database does not answer',
  (processes) => {
    const DATABASE_URL = 'postgres://sumi:a-password@127.0.0.1:1/sumi';
    const { status, stderr } = start({ DATABASE_URL, SECRET: testSecret, PROCESSES: processes });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^DATABASE_URL: the database cannot be used: .*ECONNREFUSED.*\n$/);
    expect(stderr).not.toContain('a-password');
  },
);

it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'a start that waits for the migration of another process ends with 0 by %s',
  async (signal) => {
    const community = await newCommunity();
    onTestFinished(() => community.close());
    const child = await community.db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(7315001)`.execute(trx);
      const starting = spawn(process.execPath, ['build/process/main.js'], {
        cwd: path.join(import.meta.dirname, '../..'),
        stdio: 'ignore',
        env: {
          ...process.env,
          DATA_DIR: dataDir,
          DATABASE_URL: urlOf(community.address),
          SECRET: testSecret,
        },
      });
      onTestFinished(() => void starting.kill('SIGKILL'));
      await expect.poll(() => waitingForLocks(community.db)).toHaveLength(1);
      starting.kill(signal);
      return once(starting, 'exit');
    });
    expect(child).toEqual([0, null]);
  },
);

it.each([
  ['203.0.113.9', 'EADDRNOTAVAIL'],
  ['0.0.0.o', 'ENOTFOUND'],
])(
  'a start says in one line that it cannot listen at %s, which is no address of its machine',
  async (HOST, code) => {
    const community = await newCommunity();
    const DATABASE_URL = urlOf(community.address);
    const { status, stderr } = start({ DATABASE_URL, SECRET: testSecret, HOST, PORT: '3210' });
    expect(status).toBe(1);
    expect(stderr).toMatch(new RegExp(`^HOST is no address of this machine.*${code}.*\\n$`));
    await community.close();
  },
);

it('a start by an older Node says in one line which Node it takes', () => {
  const older =
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })";
  const { status, stderr } = start({}, ['--import', `data:text/javascript,${encodeURIComponent(older)}`]);
  expect(status).toBe(1);
  expect(stderr).toMatch(/^Sumi runs on Node 24 or later, and this is Node 20\.20\.2\. .*\n$/);
});
