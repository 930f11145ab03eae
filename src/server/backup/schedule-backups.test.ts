import { readdir, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { emptyDatabase, emptyFolder, restoreInto } from '../../testing/backup-scene.ts';
import { type Community, newCommunity } from '../../testing/community.ts';
import { findStuck } from '../jobs/find-stuck.ts';
import { startJobs } from '../jobs/start-jobs.ts';
import { createLog } from '../log.ts';
import { scheduleBackups } from './schedule-backups.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

const log = createLog('silent');
const earlier = [
  'sumi-club.example-2026-01-01T00-00-00Z-scheduled.tar.gz',
  'sumi-club.example-2026-01-02T00-00-00Z-scheduled.tar.gz.age',
  'sumi-club.example-2026-01-03T00-00-00Z-scheduled.tar.gz',
];
const host = 'club.example';
const byHand = 'sumi-club.example-2025-12-31T00-00-00Z.tar.gz';
/** Backups of another community, which go to the same folder. */
const foreign = earlier.map((name) => name.replace('club', 'other'));

/** Runs the chore once, as a server process does, and answers what is in the folder afterwards. */
async function runOnce(folder: string, program: string, keep = 2) {
  await community.db.deleteFrom('dueWork').execute();
  const backups = scheduleBackups({ everyHours: 24, keep, folder, host, passphraseFile: null }, program);
  const jobs = await startJobs({ db: community.db, log, clock: () => new Date() }, [
    { chores: backups.chores },
  ]);
  const row = () =>
    community.db.selectFrom('dueWork').selectAll().where('kind', '=', 'back-up').executeTakeFirst();
  await expect
    .poll(async () => (await row())?.leasedUntil === null && ((await row())?.dueAt ?? 0) > new Date(), {
      timeout: 40_000,
    })
    .toBe(true);
  await backups.stop();
  await jobs.stop();
  return { names: (await readdir(folder)).sort(), row: await row() };
}

it('the clock makes a backup and then removes its oldest ones, but none of an operator or of another community', async () => {
  const folder = emptyFolder();
  for (const name of [...earlier, byHand, ...foreign]) await writeFile(path.join(folder, name), 'x');
  const { address } = community;
  if ('url' in address) return;
  const at = `postgres://${address.user}@localhost:${address.port}/${address.database}?host=${encodeURIComponent(address.host)}`;
  vi.stubEnv('DATABASE_URL', at);
  vi.stubEnv('DATA_DIR', emptyFolder());
  vi.stubEnv('SECRET', 's'.repeat(40));
  const { names, row } = await runOnce(folder, path.resolve('scripts/operate/backup.ts')).finally(() =>
    vi.unstubAllEnvs(),
  );
  const made = expect.stringMatching(/^sumi-club\.example-.*-scheduled\.tar\.gz$/);
  expect(names).toEqual([byHand, earlier[2], made, ...foreign]);
  expect(row).toMatchObject({ attempts: 0, lastError: null });
  const wait = (row?.dueAt.getTime() ?? 0) - Date.now();
  expect(wait / 3_600_000).toBeGreaterThan(23);
  expect(await findStuck({ db: community.db, now: new Date() })).toEqual([]);
  await restoreInto(await emptyDatabase(), emptyFolder(), path.join(folder, names[2] ?? ''));
});

it('a backup by the clock that fails removes nothing, and is stuck at its first failure', async () => {
  const folder = emptyFolder();
  for (const name of earlier) await writeFile(path.join(folder, name), 'x');
  const program = path.join(emptyFolder(), 'fails.mjs');
  await writeFile(program, `console.error('No backup was made. The disk is full.'); process.exit(1);`);
  expect((await runOnce(folder, program)).names).toEqual(earlier);
  expect(await findStuck({ db: community.db, now: new Date() })).toMatchObject([
    { kind: 'back-up', count: 1, lastError: 'No backup was made. The disk is full.' },
  ]);
});

it('a backup by the clock for which the disk has no room is not begun, and is stuck', async () => {
  const folder = emptyFolder();
  for (const name of earlier) await writeFile(path.join(folder, name), 'x');
  // A file with a hole: as large as four terabytes, while it takes none of them.
  await truncate(path.join(folder, earlier[2] ?? ''), 4e12);
  const program = path.join(emptyFolder(), 'writes.mjs');
  await writeFile(program, `import fs from 'node:fs'; fs.writeFileSync(process.argv[3], '');`);
  expect((await runOnce(folder, program)).names).toEqual(earlier);
  expect(await findStuck({ db: community.db, now: new Date() })).toMatchObject([
    {
      kind: 'back-up',
      lastError: expect.stringMatching(/^the disk has no room for another backup: [\d.]+ GB are/),
    },
  ]);
});

it('a server that stops ends the backup that is under way, and it is not stuck', async () => {
  const folder = emptyFolder();
  const program = path.join(emptyFolder(), 'hangs.mjs');
  await writeFile(
    program,
    `import fs from 'node:fs'; fs.writeFileSync(process.argv[3], ''); setInterval(() => {}, 1000);`,
  );
  await community.db.deleteFrom('dueWork').execute();
  const backups = scheduleBackups({ everyHours: 24, keep: 2, folder, host, passphraseFile: null }, program);
  const jobs = await startJobs({ db: community.db, log, clock: () => new Date() }, [
    { chores: backups.chores },
  ]);
  await expect.poll(() => readdir(folder)).toHaveLength(1);
  await backups.stop();
  await jobs.stop();
  const row = await community.db.selectFrom('dueWork').selectAll().executeTakeFirst();
  expect(row).toMatchObject({ lastError: 'the server was stopped during a backup', leasedUntil: null });
  expect(await findStuck({ db: community.db, now: new Date() })).toEqual([]);
});

it('without BACKUP_EVERY no backup is made by the clock', () => {
  expect(
    scheduleBackups({ everyHours: null, keep: 7, folder: '', host, passphraseFile: null }, '').chores,
  ).toEqual([]);
});
