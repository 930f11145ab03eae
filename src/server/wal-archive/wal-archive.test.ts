import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ask, makeFolder, serverOf, until } from '../../testing/postgres/embedded-database.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../embedded-postgres/start-embedded-postgres.ts';
import { newFileName } from '../files/file-names.ts';
import {
  archivedFile,
  createLine,
  listBases,
  listLines,
  nameOf,
  readArchivedUntil,
  walFolder,
  writeArchivedUntil,
} from './archive-line.ts';
import { checkArchive } from './check-archive.ts';
import { findMoment, readInstant } from './find-moment.ts';
import { type Archive, endArchive, keepArchive } from './keep-archive.ts';
import { basesToKeep, pruneArchive } from './prune-archive.ts';
import { restoreMoment } from './restore-moment.ts';
import { parseLsn, segmentName, writeLsn } from './wal-position.ts';

const secret = 'the secret of the community that is archived';
const picture = newFileName('avatars', 'webp');

let database: EmbeddedPostgres;
let archive: Archive;
let dataDir: string;
let folder: string;
const output: string[] = [];

const serverIn = () => ({ ...database.connection, data: database.location.data });
const archiveTo = (target: string) =>
  keepArchive(serverIn(), {
    ...{ folder: target, days: 7, dataDir, secret, extras: [], files: path.join(dataDir, 'files') },
    say: (line) => void output.push(line),
  });

beforeAll(async () => {
  dataDir = makeFolder({ finished: afterAll });
  folder = path.join(makeFolder({ finished: afterAll }), 'archive');
  database = await startEmbeddedPostgres({ dataDir, durable: false });
  await ask(database, 'create table words (word text, at timestamptz not null default clock_timestamp())');
  await ask(database, `insert into words values ('base')`);
  await mkdir(path.join(dataDir, 'files', path.dirname(picture)), { recursive: true });
  await writeFile(path.join(dataDir, 'files', picture), 'a picture');
  archive = await archiveTo(folder);
  // The base backup that the first round began, and the segments that it needs.
  await archive.round();
  await archive.round();
});
afterAll(async () => {
  await archive.stop();
  await database.stop();
});

/** Writes a word, and answers an instant after it and before all that comes later. */
async function write(word: string): Promise<Date> {
  await ask(database, `insert into words values ('${word}')`);
  const { now } = await ask(database, 'select clock_timestamp() as now, pg_sleep(0.02)');
  return new Date((now as Date).getTime() + 5);
}

const restored = (moment: Date, target = makeFolder(), more = {}) =>
  restoreMoment(moment, { archive: folder, dataDir: target, secretSetting: null, withFiles: true, ...more });

/** The words of a restored place. */
async function wordsIn(target: string): Promise<string[]> {
  const back = await startEmbeddedPostgres({ dataDir: target, durable: false });
  onTestFinished(() => back.stop());
  const { words } = await ask(back, 'select array_agg(word order by at) as words from words');
  expect(await ask(back, 'select pg_is_in_recovery() as yes')).toEqual({ yes: false });
  await ask(back, `insert into words values ('goes on')`);
  return words as string[];
}

describe('positions in the log', () => {
  it.each([
    { text: '0/16B3748', value: 0x16b3748n },
    { text: '1A/FF000000', value: 0x1aff000000n },
  ])('$text is read and written', ({ text, value }) => {
    expect(parseLsn(text)).toBe(value);
    expect(writeLsn(value)).toBe(text);
  });

  it('name the segment they are in as PostgreSQL does', async () => {
    const { lsn, name, bytes } = await ask(
      database,
      `select lsn::text, pg_walfile_name(lsn) as name, pg_size_bytes(current_setting('wal_segment_size'))::text as bytes
        from (select pg_current_wal_insert_lsn() + 1 as lsn)`,
    );
    const size = BigInt(bytes as string);
    expect(segmentName(1, parseLsn(lsn as string) / size, size)).toBe(name);
    expect(segmentName(2, 256n, 0x1000000n)).toBe('000000020000000100000000');
  });
});

describe('a moment that is typed', () => {
  it.each([
    ['2026-11-23T10:00-05:00', '2026-11-23T15:00:00.000Z'],
    ['2026-11-23 10:00:07.5 -0500', '2026-11-23T15:00:07.500Z'],
    ['2026-11-23T15:00Z', '2026-11-23T15:00:00.000Z'],
  ])('%s is %s', (text, instant) => expect(readInstant(text).toISOString()).toBe(instant));

  it.each([
    ...['2026-11-23T10:00', 'yesterday', '2026-13-40T10:00Z', '', '2026-02-30T10:00Z'],
    ...['2026-11-23T10:00Zulu', '2026-11-23T1O:00Z'],
  ])('"%s" is refused', (text) => {
    expect(() => readInstant(text)).toThrow('is no moment with its zone');
  });
});

it('what was committed before a moment is there after a restore to it, and what came later is not', async () => {
  await write('first');
  const moment = await write('second');
  await write('third');
  await archive.round();
  const target = makeFolder();
  await restored(moment, target);
  expect(await wordsIn(target)).toEqual(['base', 'first', 'second']);
  expect(await readFile(path.join(target, 'secret'), 'utf8')).toBe(secret);
  expect(await readFile(path.join(target, 'files', picture), 'utf8')).toBe('a picture');
  const left = (await readdir(path.join(target, 'postgres'))).filter((name) => name.includes('unfinished'));
  expect(left).toEqual([]);
});

it('the last moment of the archive is restored whole, also after minutes in which nothing was written', async () => {
  await write('last');
  await archive.round();
  const line = (await listLines(folder)).at(-1)!;
  const marked = await readArchivedUntil(line);
  await archive.round();
  const archivedUntil = await readArchivedUntil(line);
  expect(archivedUntil?.segment).toBe(marked?.segment);
  expect(archivedUntil!.at > marked!.at).toBe(true);
  const target = makeFolder();
  await restored(archivedUntil!.at, target);
  expect((await wordsIn(target)).at(-1)).toBe('last');
});

it('a database that is killed while it is archived loses nothing, and no segment is written over', async () => {
  const line = (await listLines(folder)).at(-1)!;
  const before = await readArchivedUntil(line);
  const kept = await readFile(archivedFile(line, before!.segment));
  // More than a segment, so that one is complete and another one is not.
  await ask(database, `insert into words select repeat('x', 1000) from generate_series(1, 20000)`);
  const killed = write('killed');
  await killed;
  const round = archive.round().catch(() => {});
  const pid = serverOf(database.location.data);
  process.kill(pid, 'SIGKILL');
  await round;
  await until(() => {
    try {
      return serverOf(database.location.data) !== pid;
    } catch {
      return false;
    }
  });
  await expect.poll(() => ask(database, 'select 1 as one').catch(() => null)).not.toBeNull();
  await ask(database, `delete from words where word like 'xxx%'`);
  const after = await write('after');
  await archive.round();
  await findMoment(folder, after);
  expect(await readFile(archivedFile(line, before!.segment))).toEqual(kept);
  expect((await readArchivedUntil(line))!.segment > before!.segment).toBe(true);
  const target = makeFolder();
  await restored(after, target);
  expect((await wordsIn(target)).slice(-2)).toEqual(['killed', 'after']);
});

it('a moment outside of the archive is refused with the span that it has, and an archive elsewhere too', async () => {
  const line = (await listLines(folder)).at(-1)!;
  const [base] = await listBases(line);
  const archivedUntil = await readArchivedUntil(line);
  const target = makeFolder();
  const span = `goes from ${base!.usableFrom.toISOString()} to ${archivedUntil!.at.toISOString()}`;
  for (const moment of [
    new Date(base!.usableFrom.getTime() - 1),
    new Date(archivedUntil!.at.getTime() + 1),
  ]) {
    await expect(restored(moment, target)).rejects.toThrow(span);
  }
  await expect(restored(archivedUntil!.at, target, { archive: makeFolder() })).rejects.toThrow(
    'set WAL_ARCHIVE',
  );
  await expect(restored(archivedUntil!.at, target, { secretSetting: 'another' })).rejects.toThrow(
    'take SECRET out',
  );
  expect(await readdir(target)).toEqual([]);
  await expect(restored(archivedUntil!.at, dataDir)).rejects.toThrow('There is a community in');
});

it('an archive with a hole is refused with the name of what is missing, and a damaged segment leaves the place empty', async () => {
  const moment = await write('before the hole');
  await archive.round();
  const { line, archivedUntil } = await findMoment(folder, moment);
  const file = archivedFile(line, archivedUntil.segment - 1n);
  const bytes = await readFile(file);
  onTestFinished(() => writeFile(file, bytes));
  const target = makeFolder();
  await rm(file);
  await expect(restored(moment, target)).rejects.toThrow(
    `The archive has a hole: ${nameOf(line, archivedUntil.segment - 1n)} is missing`,
  );
  await writeFile(file, bytes.subarray(0, bytes.length >> 1));
  await expect(restored(moment, target)).rejects.toThrow('is damaged');
  expect(existsSync(path.join(target, 'postgres/data'))).toBe(false);
  expect(existsSync(path.join(target, 'files'))).toBe(false);
});

it('the archive is checked: stuck where a new line has no base backup after five minutes', async () => {
  const target = makeFolder();
  const begunAt = new Date(Date.UTC(2026, 0, 1));
  const line = await createLine(target, { ...(await listLines(folder)).at(-1)!, id: 'new', begunAt });
  const lookAfter = async (minutes: number) => {
    const at = new Date(begunAt.getTime() + minutes * 60_000);
    await writeArchivedUntil(line, { at, markedAt: at, segment: line.firstSegment, trouble: null });
    return checkArchive(target).run({ now: at } as never);
  };
  await lookAfter(4);
  await expect(lookAfter(6)).rejects.toMatchObject({
    lasting: true,
    message: `no moment since ${begunAt.toISOString()} can be restored: there is no base backup yet`,
  });
});

it('the archive is checked: well while it goes on, stuck where it ends early or a base backup failed', async () => {
  const line = (await listLines(folder)).at(-1)!;
  const archivedUntil = (await readArchivedUntil(line))!;
  const look = (now: Date, target = folder) => checkArchive(target).run({ now } as never);
  await look(archivedUntil.at);
  await expect(look(new Date(archivedUntil.at.getTime() + 6 * 60_000))).rejects.toMatchObject({
    lasting: true,
    message: `the archive ends at ${archivedUntil.at.toISOString()}`,
  });
  await expect(look(archivedUntil.at, makeFolder())).rejects.toThrow(
    'nothing of the database is in the archive',
  );
});

it('what no restore needs is removed: base backups beyond the days, and the segments before the oldest that stays', async () => {
  const at = (day: number) => ({ usableFrom: new Date(Date.UTC(2026, 0, day)) });
  const bases = [1, 2, 3, 4].map(at);
  expect(basesToKeep(bases, new Date(Date.UTC(2026, 0, 3, 12)))).toEqual(bases.slice(2));
  expect(basesToKeep(bases, new Date(Date.UTC(2025, 0, 1)))).toEqual(bases);
  expect(basesToKeep([], new Date())).toEqual([]);

  const line = (await listLines(folder)).at(-1)!;
  const { base } = await findMoment(folder, (await readArchivedUntil(line))!.at);
  await writeFile(path.join(walFolder(line), `${nameOf(line, base.startSegment - 1n)}.gz`), 'old');
  await pruneArchive(folder, line, base.usableFrom);
  const names = (await readdir(walFolder(line))).sort();
  expect(names[0]).toBe(`${nameOf(line, base.startSegment)}.gz`);
  await findMoment(folder, (await readArchivedUntil(line))!.at);
});

it('npm run restore brings a moment back, migrates it, and has the doctor look', async () => {
  const at = (await readArchivedUntil((await listLines(folder)).at(-1)!))!.at.toISOString();
  const target = makeFolder();
  const run = (words: string[]) =>
    promisify(execFile)(process.execPath, ['scripts/operate/restore.ts', ...words], {
      env: { ...process.env, DATA_DIR: target, WAL_ARCHIVE: folder },
    });
  const { stdout } = await run(['--until', at]);
  expect(stdout).toContain(`The community of ${at} is restored`);
  expect(stdout).toContain('The doctor finds nothing broken.');
  // The archive has a picture, and no person of that moment has it.
  expect(stdout).toContain('1 files that no row names were removed');
  expect(existsSync(path.join(target, 'files', picture))).toBe(false);
  await expect(run(['--until', at])).rejects.toThrow('There is a community in');
});

it('npm run restore says that a moment is restored where this version is too old for it', async () => {
  await ask(database, `create table migrations as select '0099-newer.sql' as name, '' as hash`);
  await archive.round();
  await ask(database, 'drop table migrations');
  const at = (await readArchivedUntil((await listLines(folder)).at(-1)!))!.at.toISOString();
  const env = { ...process.env, DATA_DIR: makeFolder(), WAL_ARCHIVE: folder };
  const failed = promisify(execFile)(process.execPath, ['scripts/operate/restore.ts', '--until', at], {
    env,
  });
  await expect(failed).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^The community is restored\. What follows a restore failed: .*0099-newer/),
  });
});

it('an archive in a folder that cannot be written to is refused at the start', async () => {
  const file = path.join(makeFolder(), 'file');
  await writeFile(file, 'no folder');
  await expect(archiveTo(path.join(file, 'archive'))).rejects.toThrow(
    /^WAL_ARCHIVE: .* cannot be written to/,
  );
});

it('another folder begins a line of its own, and a server without the setting keeps no log for an archive', async () => {
  await archive.stop();
  const elsewhere = path.join(makeFolder(), 'another');
  const slots = () => ask(database, 'select count(*)::int as count from pg_replication_slots');
  const other = await archiveTo(elsewhere);
  await other.stop();
  expect(await slots()).toEqual({ count: 1 });
  expect(await listLines(elsewhere)).toHaveLength(1);
  archive = await archiveTo(folder);
  expect(await listLines(folder)).toHaveLength(2);
  await archive.stop();
  await endArchive(serverIn());
  expect(await slots()).toEqual({ count: 0 });
  expect(output).toEqual([]);
});

it('an archive whose replication slot was dropped says so, and begins a new line with a base backup', async () => {
  const own = makeFolder();
  const small = await startEmbeddedPostgres({ dataDir: own, durable: false });
  onTestFinished(() => small.stop());
  const target = path.join(makeFolder(), 'archive');
  const kept = await keepArchive(
    { ...small.connection, data: small.location.data },
    { ...{ folder: target, days: 7, dataDir: own, secret, extras: [], files: null }, say: () => {} },
  );
  onTestFinished(() => kept.stop());
  await kept.round();
  const asSuperuser = new pg.Client({ ...small.connection, user: 'postgres', database: 'postgres' });
  await asSuperuser.connect();
  await asSuperuser.query('select pg_drop_replication_slot(slot_name) from pg_replication_slots');
  await asSuperuser.end();

  await ask(small, 'create table words (word text)');
  await expect(kept.round()).rejects.toThrow('does not exist');
  await kept.round();
  await kept.round();
  const lines = await listLines(target);
  expect(lines).toHaveLength(2);
  expect(await listBases(lines[1]!)).toHaveLength(1);
});

it('an archive that takes nothing closes no segments, and its log ends at a size; then a new line begins', async () => {
  const own = makeFolder();
  const settings = { max_slot_wal_keep_size: '32MB', max_wal_size: '32MB', min_wal_size: '32MB' };
  const small = await startEmbeddedPostgres({ dataDir: own, durable: false, settings });
  onTestFinished(() => small.stop());
  const target = path.join(makeFolder(), 'archive');
  const kept = await keepArchive(
    { ...small.connection, data: small.location.data },
    { ...{ folder: target, days: 7, dataDir: own, secret, extras: [], files: null }, say: () => {} },
  );
  onTestFinished(() => kept.stop());
  await kept.round();
  await ask(small, 'create table words (word text)');
  const wal = walFolder((await listLines(target))[0]!);
  await rename(wal, `${wal}-away`);
  await writeFile(wal, 'no folder');
  const writeRound = async () => {
    await ask(small, `insert into words values ('kept')`);
    await expect(kept.round()).rejects.toThrow(/ENOTDIR/);
  };
  const segment = () => ask(small, 'select pg_walfile_name(pg_current_wal_lsn()) as name');
  await writeRound();
  const closed = await segment();
  await writeRound();
  await writeRound();
  expect(await segment()).toEqual(closed);

  // Five segments, and a checkpoint that removes what the slot may keep no longer.
  const asSuperuser = new pg.Client({ ...small.connection, user: 'postgres', database: 'postgres' });
  await asSuperuser.connect();
  for (let n = 0; n < 5; n++) {
    await ask(small, `insert into words values ('more')`);
    await asSuperuser.query('select pg_switch_wal()');
  }
  await asSuperuser.query('checkpoint');
  const { rows } = await asSuperuser.query('select wal_status from pg_replication_slots');
  await asSuperuser.end();
  expect(rows).toEqual([{ wal_status: 'lost' }]);

  await rm(wal);
  await rename(`${wal}-away`, wal);
  await expect(kept.round()).rejects.toThrow('the database no longer has');
  await kept.round();
  await kept.round();
  const lines = await listLines(target);
  expect(lines).toHaveLength(2);
  expect(await listBases(lines[1]!)).toHaveLength(1);
});
