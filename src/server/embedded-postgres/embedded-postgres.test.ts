import {
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { ask, makeFolder, serverOf, startForTest, until } from '../../testing/postgres/embedded-database.ts';
import { isAlive } from '../processes/is-alive.ts';
import { findPostmaster } from './find-postmaster.ts';
import { placeData } from './place-data.ts';
import { findPackage, prepareBinaries } from './prepare-binaries.ts';

// Creating a database takes half a second: the tests that need no new one share this one.
const sharedDir = makeFolder({ finished: afterAll });

const isRoot = process.getuid?.() === 0;

test('a first start creates a durable UTF-8 database in DATA_DIR that can sort in Spanish', async () => {
  const dataDir = join(makeFolder(), 'not', 'yet', 'there');
  const database = await startForTest(dataDir, { durable: true });

  expect(database.location).toMatchObject({ data: join(dataDir, 'postgres', 'data'), note: null });
  expect(database.adopted).toBe(false);
  expect(
    await ask(
      database,
      `select current_database() as name, current_setting('server_encoding') as encoding,
        current_setting('fsync') as fsync, current_setting('data_checksums') as checksums,
        current_setting('timezone') as zone, current_setting('max_connections') as connections,
        current_setting('max_slot_wal_keep_size') as waits,
        current_setting('is_superuser') as superuser, inet_server_port() as port,
        upper('ñandú') as upper, 'nz' < 'ñ' collate "es-x-icu" and 'ñ' < 'o' collate "es-x-icu" as spanish`,
    ),
  ).toEqual({
    name: 'sumi',
    encoding: 'UTF8',
    fsync: 'on',
    checksums: 'on',
    zone: 'UTC',
    connections: '100',
    waits: '8GB',
    superuser: 'off',
    port: null,
    upper: 'ÑANDÚ',
    spanish: true,
  });
  // The only access control: the user of the database, who is not root, may enter and other users may not.
  for (const folder of [database.connection.host, database.location.data]) {
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(folder).uid).not.toBe(0);
  }
});

test('the secrets in the environment of the app do not reach the database', async () => {
  vi.stubEnv('PLACE_OF_THE_TREASURE', 'under the mango tree');
  onTestFinished(() => void vi.unstubAllEnvs());
  const database = await startForTest(sharedDir);
  // Only Linux has the environment of a process as a file; the database reads its own.
  const environment =
    process.platform === 'linux'
      ? await ask(
          { ...database, connection: { ...database.connection, user: 'postgres' } },
          `select encode(pg_read_binary_file('/proc/${serverOf(database.location.data)}/environ'), 'escape') as text`,
        )
      : { text: 'TZ=UTC' };
  expect(environment.text).toContain('TZ=UTC');
  expect(environment.text).not.toContain('mango');
});

test('a database that is told of no network is on none', async ({ skip }) => {
  skip(process.platform === 'win32', 'Windows has it at a port of the machine itself');
  const database = await startForTest(sharedDir);
  const listens = await ask(database, `select current_setting('listen_addresses') as addresses`);
  expect(listens).toEqual({ addresses: '' });
});

test('stopping the database ends every process, and the next start finds the data', async () => {
  const dataDir = sharedDir;
  const first = await startForTest(dataDir);
  await ask(first, `create table greetings as select 'hola' as word`);
  const pid = serverOf(first.location.data);
  await Promise.all([first.stop(), first.stop()]);
  await until(() => !isAlive(pid));

  const started = performance.now();
  const second = await startForTest(dataDir);
  // Half a second on an idle machine.
  expect(performance.now() - started).toBeLessThan(20_000);
  expect(second.adopted).toBe(false);
  expect(await ask(second, 'select word from greetings')).toEqual({ word: 'hola' });
});

test('a second app on the same DATA_DIR fails with the pid of the first, which keeps working', async () => {
  const dataDir = sharedDir;
  const first = await startForTest(dataDir);
  const pid = serverOf(first.location.data);
  const log = readFileSync(first.location.log, 'utf8');

  await expect(startForTest(dataDir)).rejects.toMatchObject({
    name: 'EmbeddedPostgresError',
    inUse: true,
    message: `${dataDir} is already in use by process ${process.pid}: stop it first, or set another DATA_DIR.`,
  });
  expect(serverOf(first.location.data)).toBe(pid);
  expect(readFileSync(first.location.log, 'utf8').startsWith(log)).toBe(true);
  expect(await ask(first, 'select 1 as one')).toEqual({ one: 1 });
});

test('one of several apps that start at the same moment on a new DATA_DIR owns it', async () => {
  const dataDir = makeFolder();
  const starts = await Promise.allSettled([1, 2, 3].map(() => startForTest(dataDir)));
  const won = starts.filter((start) => start.status === 'fulfilled');
  const lost = starts.filter((start) => start.status === 'rejected');
  expect(lost.map((start) => start.reason.message)).toEqual([
    expect.stringContaining('already in use'),
    expect.stringContaining('already in use'),
  ]);
  expect(await ask(won[0]!.value, 'select 1 as one')).toEqual({ one: 1 });
});

test('a start goes on while the clock of the machine is put forward again and again', async () => {
  const clock = vi.spyOn(Date, 'now');
  onTestFinished(() => clock.mockRestore());
  let now = 1_800_000_000_000;
  clock.mockImplementation(() => (now += 600_000));
  const database = await startForTest(makeFolder());
  expect(await ask(database, 'select 1 as one')).toEqual({ one: 1 });
});

test('a DATA_DIR whose path is too long for a unix socket works at each start', async () => {
  const dataDir = join(makeFolder(), 'a-rather-long-name-for-a-folder'.repeat(4), 'déjà "vu", otra vez');
  const first = await startForTest(dataDir);
  await ask(first, `create table greetings as select 'hola' as word`);
  expect(first.connection.host.length).toBeLessThan(80);
  expect(statSync(first.connection.host).mode & 0o777).toBe(0o700);
  await first.stop();
  const second = await startForTest(dataDir);
  expect(await ask(second, 'select word from greetings')).toEqual({ word: 'hola' });
  await second.stop();
  rmSync(first.connection.host, { recursive: true });
});

test('root can start on a DATA_DIR that only root can enter: the data is kept outside, the note says where, and the next start finds it', async () => {
  const dataDir = join(makeFolder({ mode: 0o700 }), 'data');
  const first = await startForTest(dataDir);
  onTestFinished(() => rmSync(first.location.folder, { recursive: true, force: true }));
  await ask(first, `create table greetings as select 'hola' as word`);
  await first.stop();
  // An ordinary user can enter their own folder.
  expect(first.location.note === null).toBe(!isRoot);
  if (isRoot) {
    expect(first.location.note).toContain(first.location.folder);
    expect(readlinkSync(join(dataDir, 'postgres'))).toBe(first.location.folder);
  }
  const second = await startForTest(dataDir);
  expect(second.location).toEqual(first.location);
  expect(await ask(second, 'select word from greetings')).toEqual({ word: 'hola' });
});

test('a link to data that is missing is an error and creates no empty database', async () => {
  const dataDir = makeFolder();
  symlinkSync(join(dataDir, 'on a disk not mounted'), join(dataDir, 'postgres'));
  await expect(startForTest(dataDir)).rejects.toThrow(/that folder is gone/);
});

test('a platform without a binary gets an error of one line that names DATABASE_URL', () => {
  expect(() => findPackage('plan9', 'mips')).toThrow(/^There is no bundled PostgreSQL .*DATABASE_URL[^\n]*$/);
});

test('the symbolic links that an npm package cannot contain are created once', () => {
  const packageFolder = fakePackage(makeFolder());
  const link = join(packageFolder, 'native', 'lib', 'libpq.so.5');
  for (let start = 1; start <= 2; start++) {
    expect(prepareBinaries(packageFolder, placeData(makeFolder()))).toBe(join(packageFolder, 'native'));
    expect(readlinkSync(link)).toBe('libpq.so.5.18');
  }
});

test('binaries that the user of the database cannot reach are copied with their symbolic links', () => {
  const packageFolder = fakePackage(makeFolder({ mode: 0o700 }));
  const binaries = prepareBinaries(packageFolder, placeData(makeFolder()));
  expect(binaries === join(packageFolder, 'native')).toBe(!isRoot);
  expect(realpathSync(join(binaries, 'lib', 'libpq.so.5'))).toBe(join(binaries, 'lib', 'libpq.so.5.18'));
  if (isRoot) rmSync(join(binaries, '..'), { recursive: true });
});

test('a server that cannot start says why in one line', async () => {
  const dataDir = sharedDir;
  const failure = startForTest(dataDir, { settings: { shared_buffers: 'plenty' } });
  await expect(failure).rejects.toThrow(
    /^The database could not be started: invalid value .*"plenty"[^\n]*$/,
  );
  expect(findPostmaster(join(dataDir, 'postgres', 'data'))).toBeNull();
});

/** A package like the real one: a program that runs, a library, and the list of links. */
function fakePackage(folder: string): string {
  const packageFolder = join(folder, `linux-test-${process.pid}`);
  const native = join(packageFolder, 'native');
  mkdirSync(join(native, 'bin'), { recursive: true });
  mkdirSync(join(native, 'lib'));
  writeFileSync(join(packageFolder, 'package.json'), '{"version":"18.0.0"}');
  writeFileSync(join(native, 'bin', 'postgres'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  writeFileSync(join(native, 'lib', 'libpq.so.5.18'), '');
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
  writeFileSync(join(native, 'pg-symlinks.json'), JSON.stringify(links));
  return packageFolder;
}
