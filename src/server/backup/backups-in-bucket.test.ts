import { execFile } from 'node:child_process';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { addressOfFile } from '#features/profiles/set-picture.ts';
import { visitor } from '#shared/actor.ts';
import { emptyDatabase, emptyFolder, partsOf, restoreInto } from '../../testing/backup-scene.ts';
import { type Community, newCommunity } from '../../testing/community.ts';
import { startObjectStore } from '../../testing/stand-ins/object-store.ts';
import type { Ctx } from '../ctx.ts';
import { newFileName } from '../files/file-names.ts';
import { filesInBucket } from '../files/files-in-bucket.ts';
import { findStuck } from '../jobs/find-stuck.ts';
import { runDue } from '../jobs/run-due.ts';
import { createLog } from '../log.ts';
import { backupsInBucket } from './backups-in-bucket.ts';
import { copyBackups, wantCopy } from './copy-backups.ts';
import { writeBackup } from './write-backup.ts';

const log = createLog('silent');
const host = 'club.example';
const backupOf = (day: number, of = host) => `sumi-${of}-2026-01-0${day}T00-00-00Z-scheduled.tar.gz.age`;
const byHand = `sumi-${host}-2025-12-31T00-00-00Z.tar.gz.age`;
/** A backup of another community, whose host sorts after ours. */
const foreign = backupOf(1, 'zzz.example');
const partBytes = 1000;

let store: Awaited<ReturnType<typeof startObjectStore>>;
let community: Community;
beforeAll(async () => {
  store = await startObjectStore();
  community = await newCommunity();
});
afterAll(async () => {
  await store.close();
  await community.close();
});
beforeEach(async () => {
  store.objects.clear();
  store.uploads.clear();
  store.turn();
  await community.db.deleteFrom('dueWork').execute();
});

const inBucket = (deadlineMs = 60_000) => backupsInBucket(store.bucket, { deadlineMs, partBytes });
const keysThere = () => [...store.objects.keys()].sort();

/** A folder with a file of `bytes` bytes, no two parts of which are alike. */
async function folderWith(name: string, bytes: number) {
  const folder = emptyFolder();
  const content = Buffer.alloc(bytes).map((_, at) => (at * 7 + Math.floor(at / 256)) % 251);
  await writeFile(path.join(folder, name), content);
  return { folder, file: path.join(folder, name), content };
}

describe('a backup that is sent to the bucket', () => {
  it.each([0, 1, partBytes, partBytes + 1, 5 * partBytes - 1])(
    'of %i bytes comes back whole',
    async (bytes) => {
      const { file, content, folder } = await folderWith(backupOf(1), bytes);
      await inBucket().send(file);
      expect(keysThere()).toEqual([`backups/${backupOf(1)}`]);
      expect(store.uploads.size).toBe(0);
      expect(await inBucket().names()).toEqual([backupOf(1)]);
      await inBucket().fetch(backupOf(1), path.join(folder, 'back'));
      expect(Buffer.compare(await readFile(path.join(folder, 'back')), content)).toBe(0);
    },
  );

  it('that is there already is not sent again', async () => {
    const { file } = await folderWith(backupOf(1), 3 * partBytes);
    await inBucket().send(file);
    const before = store.asked();
    await inBucket().send(file);
    expect(store.asked() - before).toBe(1);
  });

  it('is repeated part by part where the bucket asks for patience or its answer is lost', async () => {
    const { file, content } = await folderWith(backupOf(1), 3 * partBytes);
    store.turn('well', 'well', 'well', 'slow-down', 'slow-down', 'well', 'loses-answer', 'well', 'fails');
    await inBucket().send(file);
    expect(Buffer.compare(store.objects.get(`backups/${backupOf(1)}`) ?? Buffer.of(), content)).toBe(0);
  });

  it('appears under no name where the bucket stalls or fails, and its parts are given up', async () => {
    const { file } = await folderWith(backupOf(1), 3 * partBytes);
    store.turn('well', 'well', 'well', 'well', 'stalls', 'stalls', 'stalls');
    await expect(inBucket(300).send(file)).rejects.toThrow();
    expect(keysThere()).toEqual([]);
    store.turn('well', 'well', 'well', 'well', 'fails', 'fails', 'fails');
    await expect(inBucket().send(file)).rejects.toThrow();
    expect(keysThere()).toEqual([]);
    expect(store.uploads.size).toBe(0);
  });

  it('takes up no parts of an attempt that was killed, and removes them', async () => {
    const { file, content } = await folderWith(backupOf(1), 2 * partBytes);
    store.uploads.set('of-a-killed-process', {
      key: `backups/${backupOf(1)}`,
      parts: new Map([[1, Buffer.from('x')]]),
    });
    await inBucket().send(file);
    expect(store.uploads.size).toBe(0);
    expect(store.objects.get(`backups/${backupOf(1)}`)).toEqual(content);
  });

  it('comes back whole where all of it takes longer than one answer may, and none of it does', async () => {
    const { file, content, folder } = await folderWith(backupOf(1), 3 * partBytes);
    await inBucket().send(file);
    store.turn('slowly');
    await inBucket(2500).fetch(backupOf(1), path.join(folder, 'back'));
    expect(Buffer.compare(await readFile(path.join(folder, 'back')), content)).toBe(0);
  });

  it('that does not come back is an error', async () => {
    const { folder } = await folderWith(backupOf(1), 1);
    store.turn('stalls');
    await expect(inBucket(300).fetch(backupOf(1), path.join(folder, 'back'))).rejects.toThrow('stands still');
  });

  it('that breaks off on its way back is an error, and leaves no half of it', async () => {
    const { file, folder } = await folderWith(backupOf(1), 3 * partBytes);
    await inBucket().send(file);
    store.turn('breaks-off');
    await expect(inBucket().fetch(backupOf(1), path.join(folder, 'back'))).rejects.toThrow();
    expect(await readdir(folder)).toEqual([backupOf(1)]);
  });

  it('that is there already is not written over on its way back, nor removed', async () => {
    const { file, folder, content } = await folderWith(backupOf(1), 3 * partBytes);
    await inBucket().send(file);
    await expect(inBucket().fetch(backupOf(1), file)).rejects.toThrow('EEXIST');
    expect(await readdir(folder)).toEqual([backupOf(1)]);
    expect(Buffer.compare(await readFile(file), content)).toBe(0);
  });
});

describe('a copy as due work', () => {
  const handler = (folder: string, keep = 2) =>
    copyBackups(inBucket(), { folder, keep, host }, new AbortController().signal);
  const ctxNow = (): Ctx => ({
    db: community.db,
    actor: visitor,
    now: new Date(),
    log,
    afterCommit: () => {},
  });
  const rows = () =>
    community.db.selectFrom('dueWork').selectAll().where('kind', '=', 'copy-backup').execute();

  it('keeps as many in the bucket as here, and removes none of an operator or of another community', async () => {
    for (const name of [byHand, backupOf(1), backupOf(2), foreign])
      store.objects.set(`backups/${name}`, Buffer.from('x'));
    store.objects.set(newFileName('avatars', 'webp'), Buffer.from('a picture'));
    const { folder } = await folderWith(backupOf(3), 10);
    await wantCopy(ctxNow(), backupOf(3), backupOf(2));
    await runDue(ctxNow, handler(folder));
    expect(await inBucket().names()).toEqual([byHand, backupOf(2), backupOf(3), foreign]);
    expect(store.objects.size).toBe(5);
    expect(await rows()).toEqual([]);
  });

  it('that fails is tried again, is among what is stuck after four times, and quotes no key', async () => {
    const { folder } = await folderWith(backupOf(3), 10);
    await wantCopy(ctxNow(), backupOf(3), backupOf(3));
    for (let attempt = 1; attempt <= 4; attempt++) {
      store.turn(...Array(12).fill('fails'));
      await community.db.updateTable('dueWork').set({ dueAt: ctxNow().now }).execute();
      await runDue(ctxNow, handler(folder));
    }
    const [stuck] = await findStuck({ db: community.db, now: ctxNow().now });
    expect(stuck).toMatchObject({ kind: 'copy-backup', count: 1 });
    expect(stuck?.lastError).toMatch(
      /^the bucket did not take sumi-club\.example-2026-01-03T00-00-00Z-scheduled\.tar\.gz\.age: \w+$/,
    );
    store.turn();
    await community.db.updateTable('dueWork').set({ dueAt: ctxNow().now }).execute();
    await runDue(ctxNow, handler(folder));
    expect(await rows()).toEqual([]);
    expect(keysThere()).toEqual([`backups/${backupOf(3)}`]);
  });

  it('of a backup that is no longer kept is forgotten', async () => {
    await wantCopy(ctxNow(), backupOf(1), backupOf(1));
    await wantCopy(ctxNow(), backupOf(4), backupOf(3));
    expect((await rows()).map(({ subject }) => subject)).toEqual([backupOf(4)]);
  });
});

it('a backup of the bucket is restored beside the files that are still there, and a failure removes none of them', async () => {
  const dataDir = emptyFolder();
  const files = filesInBucket(store.bucket, log);
  const [kept, lost] = [newFileName('avatars', 'webp'), newFileName('avatars', 'webp')];
  for (const name of [kept, lost]) await files.write(name, Buffer.from(name));
  const file = path.join(dataDir, backupOf(1));
  await writeBackup(file, { ...partsOf(community.address, dataDir), files });
  await files.remove(lost);

  await expect(restoreInto(await emptyDatabase(), emptyFolder(), file, { bucket: files })).rejects.toThrow(
    'The bucket has files of a community',
  );
  const failing = restoreInto(await emptyDatabase(), emptyFolder(), file, {
    bucket: files,
    fromBucket: true,
    onProgress: (_, what) => {
      if (what === 'comparing') throw new Error('broken');
    },
  });
  await expect(failing).rejects.toThrow('broken');
  expect(keysThere()).toEqual([kept]);
  await restoreInto(await emptyDatabase(), emptyFolder(), file, { bucket: files, fromBucket: true });
  expect(keysThere()).toEqual([kept, lost].sort());
});

/** What `npm run restore` says, and its exit code. */
function run(words: string[], env: NodeJS.ProcessEnv): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, ['scripts/operate/restore.ts', ...words], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });
}

/** The settings of a community in an empty place, whose files are in the bucket. */
async function settingsOf(dataDir: string): Promise<NodeJS.ProcessEnv> {
  const target = await emptyDatabase();
  if ('url' in target) throw new Error('the test needs a database of this machine');
  const url = `postgres://${target.user}@localhost:${target.port}/${target.database}?host=${encodeURIComponent(target.host)}`;
  const { name, endpoint, key } = store.bucket;
  return {
    ...process.env,
    ...{
      APP_URL: `https://${host}`,
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      FILES_BUCKET: name,
      FILES_ENDPOINT: endpoint ?? '',
    },
    ...{ FILES_KEY_ID: key?.id, FILES_KEY_SECRET: key?.secret },
  };
}

it('npm run restore takes the newest backup of another address where the bucket has those of one alone', async () => {
  const file = path.join(emptyFolder(), backupOf(2));
  await writeBackup(file, {
    ...partsOf(community.address, emptyFolder()),
    files: filesInBucket(store.bucket, log),
  });
  await inBucket().send(file);
  const env = { ...(await settingsOf(emptyFolder())), APP_URL: 'http://localhost:8443' };
  const { code, output } = await run(['bucket:latest'], env);
  expect(output).toContain(`${backupOf(2)} came from people.`);
  expect(code).toBe(0);
});

it('npm run restore names the files of the bucket that no row of the backup names, and removes them when it is told to', async () => {
  const files = filesInBucket(store.bucket, log);
  const [own, later] = [newFileName('avatars', 'webp'), newFileName('avatars', 'webp')];
  const withPicture = await newCommunity();
  onTestFinished(() => withPicture.close());
  const person = await withPicture.person();
  const image = addressOfFile(own);
  await withPicture.db.updateTable('users').set({ image }).where('id', '=', person.id).execute();
  await files.write(own, Buffer.from('a picture'));
  const file = path.join(emptyFolder(), backupOf(2));
  await writeBackup(file, { ...partsOf(withPicture.address, emptyFolder()), files });
  await inBucket().send(file);
  await files.write(later, Buffer.from('a picture of a later day'));

  const { output } = await run(['bucket:latest'], await settingsOf(emptyFolder()));
  expect(output).toContain('1 files in people are named by no row');
  expect(output).toContain(later);
  expect(output).not.toContain(own);
  expect(keysThere()).toEqual([own, later, `backups/${backupOf(2)}`].sort());
  const told = await run(['bucket:latest', '--remove-unused-files'], await settingsOf(emptyFolder()));
  expect(told.output).toContain('1 files that no row names were removed');
  expect(keysThere()).toEqual([own, `backups/${backupOf(2)}`].sort());
});

it('npm run restore brings the newest backup of the bucket back and leaves no copy behind', async () => {
  const { address } = community;
  const dataDir = emptyFolder();
  const file = path.join(emptyFolder(), backupOf(2));
  await writeBackup(file, { ...partsOf(address, dataDir), files: filesInBucket(store.bucket, log) });
  await inBucket().send(file);
  for (const name of [backupOf(1), foreign]) store.objects.set(`backups/${name}`, Buffer.from('no backup'));
  const env = await settingsOf(dataDir);
  const missing = await run(['bucket:sumi-none'], env);
  expect(missing.output).toContain(
    `people has no backup sumi-none. There are ${backupOf(1)}, ${backupOf(2)}, ${foreign}.`,
  );
  const trial = await run(['bucket:latest'], { ...env, APP_URL: 'https://trial.example' });
  expect(trial).toMatchObject({ code: 1, output: expect.stringContaining('and none of trial.example') });
  expect(trial.output).toContain(foreign);
  expect(await run(['bucket:latest'], env)).toMatchObject({
    code: 0,
    output: expect.stringContaining('The doctor finds nothing broken.'),
  });
  expect(await readdir(path.join(dataDir, 'backups'))).toEqual([]);
  expect((await stat(path.join(dataDir, 'secret'))).size).toBeGreaterThan(0);
});
