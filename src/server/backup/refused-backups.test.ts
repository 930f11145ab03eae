import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import {
  askOnce,
  emptyDatabase,
  emptyFolder,
  hashesOf,
  migratedDatabase,
  partsOf,
  restoreInto,
  seal,
} from '../../testing/backup-scene.ts';
import type { DbAddress } from '../db/connect.ts';
import { OperatorError } from '../operator-error.ts';
import { digestOfEntries, type Manifest, manifestName, readBackup } from './manifest.ts';
import { readArchive } from './read-archive.ts';
import { writeArchive } from './write-archive.ts';
import { connectForBackup, writeBackup } from './write-backup.ts';

/** A database with two people, and a backup of it, plain and encrypted. */
async function smallCommunity() {
  const address = await migratedDatabase();
  await askOnce(
    address,
    `insert into users (name, email) values ('Ana', 'ana@example.org'), ('Luz', 'luz@example.org')`,
  );
  const folder = emptyFolder();
  const [plain, sealed] = [path.join(folder, 'plain.tar.gz'), path.join(folder, 'sealed.tar.gz.age')];
  await writeBackup(plain, partsOf(address, folder));
  await writeBackup(sealed, partsOf(address, folder), { seal });
  return { address, folder, plain, sealed };
}

/** Restores into a place that has to stay empty, and answers the refusal. */
async function refusalOf(file: string, passphrase: string | null): Promise<string> {
  const dataDir = emptyFolder();
  const opened = vi.fn<() => Promise<DbAddress>>();
  const refusal = await restoreInto({ url: '' }, dataDir, file, { passphrase, openDatabase: opened }).then(
    () => expect.fail(`${file} was restored`),
    (error) => error,
  );
  expect(refusal).toBeInstanceOf(OperatorError);
  expect(refusal.message).not.toContain('\n');
  expect(opened).not.toHaveBeenCalled();
  expect(await readdir(dataDir)).toEqual([]);
  return refusal.message;
}

/** A copy of a backup with other entries and another manifest, whole by itself. */
async function forged(
  file: string,
  change: { manifest?: (manifest: Manifest) => unknown; entry?: (name: string, bytes: Buffer) => Buffer },
): Promise<string> {
  const target = path.join(emptyFolder(), 'forged.tar.gz');
  const archive = await writeArchive(target, null);
  const digest = digestOfEntries();
  for await (const { name, bytes } of readArchive(file, null)) {
    if (name === manifestName) {
      const manifest = { ...JSON.parse(bytes.toString()), digest: digest.value() };
      change.manifest?.(manifest);
      await archive.add(name, Buffer.from(JSON.stringify(manifest)));
    } else {
      const changed = change.entry?.(name, bytes) ?? bytes;
      digest.add(name, changed);
      await archive.add(name, changed);
    }
  }
  await archive.finish(async () => {});
  return target;
}

it('a restore refuses a file that is cut short or has a byte of its content changed, plain and encrypted, and leaves the place empty', async () => {
  const { plain, sealed } = await smallCommunity();
  for (const [file, passphrase] of [
    [plain, null],
    [sealed, seal.passphrase],
  ] as const) {
    const bytes = await readFile(file);
    const damagedFile = path.join(emptyFolder(), path.basename(file));
    for (const length of [0, 20, 200, bytes.length >> 1, bytes.length - 8, bytes.length - 1]) {
      await writeFile(damagedFile, bytes.subarray(0, length));
      expect(await refusalOf(damagedFile, passphrase), `${length} bytes`).toMatch(
        /is damaged or was cut short|passphrase does not fit|is not encrypted/,
      );
    }
    const { digest } = await readBackup(file, passphrase);
    const places = Array.from({ length: 40 }, (_, n) => Math.floor((n * (bytes.length - 1)) / 39));
    for (const at of places) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 0x10;
      await writeFile(damagedFile, changed);
      // gzip can say the same content in several ways, so that a byte in a hundred changes nothing; age allows for
      // none.
      const read = passphrase === null ? await readBackup(damagedFile, null).catch(() => null) : null;
      if (read?.digest === digest) continue;
      expect(await refusalOf(damagedFile, passphrase), `byte ${at}`).toMatch(
        /is damaged or was cut short|passphrase does not fit|is not encrypted|cannot be read/,
      );
    }
  }
});

it('a restore refuses an archive whose content is not what its end says', async () => {
  const { plain } = await smallCommunity();
  const changed = await forged(plain, {
    entry: (name, bytes) => (name === 'secret' ? Buffer.from('x'.repeat(bytes.length)) : bytes),
    manifest: (manifest) => Object.assign(manifest, { digest: '0'.repeat(64) }),
  });
  expect(await refusalOf(changed, null)).toContain('its content is another');
});

it('a restore refuses a wrong passphrase, a missing one, and one for a file that is not encrypted', async () => {
  const { plain, sealed } = await smallCommunity();
  expect(await refusalOf(sealed, 'another passphrase')).toContain('The passphrase does not fit');
  expect(await refusalOf(sealed, null)).toContain('is encrypted: name the file of its passphrase');
  expect(await refusalOf(plain, 'a passphrase')).toContain('is not encrypted');
  expect(await refusalOf(path.join(emptyFolder(), 'none'), null)).toContain('cannot be read');
});

it('a restore refuses a backup of a newer version, of an unreleased one, and a secret that the settings contradict', async () => {
  const { plain } = await smallCommunity();
  const newer = await forged(plain, {
    manifest: ({ migrations }) => migrations.push({ name: '9999-of-tomorrow.sql', hash: 'x' }),
  });
  expect(await refusalOf(newer, null)).toMatch(
    /made by a newer version of Sumi: .*9999-of-tomorrow.sql.*Update Sumi/,
  );
  const other = await forged(plain, {
    manifest: ({ migrations }) => Object.assign(migrations[0] ?? {}, { hash: 'x' }),
  });
  expect(await refusalOf(other, null)).toContain('made by an unreleased version of Sumi: 0001-server.sql');
  const dataDir = emptyFolder();
  const refusal = restoreInto({ url: '' }, dataDir, plain, { secretSetting: 'another secret' });
  await expect(refusal).rejects.toThrow('take SECRET out to restore');
  expect(await readdir(dataDir)).toEqual([]);
});

it('a restore whose rows differ from the hashes of the backup, or break a key, leaves the place empty', async () => {
  const { plain } = await smallCommunity();
  const swap = (from: string, to: string) => (_name: string, bytes: Buffer) =>
    Buffer.from(bytes.toString('latin1').replace(from, to), 'latin1');
  let last = { target: { url: '' } as DbAddress, dataDir: '' };
  for (const [entry, why] of [
    [swap('Luz', 'Lux'), 'the rows of users differ'],
    [swap('luz@example.org', 'ana@example.org'), 'duplicate key'],
    [
      (name: string, bytes: Buffer) => (name.startsWith('tables/users/') ? Buffer.from('') : bytes),
      'foreign key',
    ],
  ] as const) {
    const target = await emptyDatabase();
    const dataDir = emptyFolder();
    const restore = restoreInto(target, dataDir, await forged(plain, { entry }));
    await expect(restore).rejects.toThrow(why);
    expect(await hashesOf(target)).toEqual([]);
    expect(await readdir(dataDir)).toEqual([]);
    last = { target, dataDir };
  }
  // The place is good for another try.
  await restoreInto(last.target, last.dataDir, plain);
});

it('a restore refuses a backup whose table has a column that the schema lacks, and leaves the place empty', async () => {
  const { plain } = await smallCommunity();
  const target = await emptyDatabase();
  const manifest = ({ tables }: Manifest) =>
    tables.find(({ name }) => name === 'users')!.columns.push('shoe');
  await expect(restoreInto(target, emptyFolder(), await forged(plain, { manifest }))).rejects.toThrow(
    'The schema has no such table as the backup: users (',
  );
  expect(await hashesOf(target)).toEqual([]);
});

it('a restore into a place that is not empty is refused and changes nothing', async () => {
  const { address, plain } = await smallCommunity();
  const before = await hashesOf(address);
  const dataDir = emptyFolder();
  await expect(restoreInto(address, dataDir, plain)).rejects.toThrow(
    'There is a community in this database already',
  );
  expect(await hashesOf(address)).toEqual(before);
  expect(await readdir(dataDir)).toEqual([]);

  await mkdir(path.join(dataDir, 'files/avatars'), { recursive: true });
  await writeFile(path.join(dataDir, 'files/avatars/one'), 'x');
  const empty = await emptyDatabase();
  await expect(restoreInto(empty, dataDir, plain)).rejects.toThrow('has files of a community');
  expect(await hashesOf(empty)).toEqual([]);

  await askOnce(empty, 'create table of_another_program (id int)');
  await expect(restoreInto(empty, emptyFolder(), plain)).rejects.toThrow('tables of another program');

  // A database that a server prepared and that no person has used is empty.
  const prepared = await migratedDatabase();
  const client = await connectForBackup(prepared);
  await client.query(`set application_name = 'sumi 4711'`);
  await expect(restoreInto(prepared, emptyFolder(), plain)).rejects.toThrow('A Sumi server is running');
  await client.end();
  await restoreInto(prepared, emptyFolder(), plain);
  expect(await hashesOf(prepared)).toEqual(before);
});

it('a backup that is killed leaves no file that looks whole, and the next one removes what it left', async () => {
  const { address, folder } = await smallCommunity();
  if ('url' in address) return;
  const target = path.join(emptyFolder(), 'killed.tar.gz');
  const url = `postgres://${address.user}@localhost:${address.port}/${address.database}?host=${encodeURIComponent(address.host)}`;
  // No table can be read before this ends.
  const holder = await connectForBackup(address);
  await holder.query('begin; lock table users in access exclusive mode');
  const backup = spawn(process.execPath, [path.resolve('scripts/operate/backup.ts'), '--to', target], {
    env: { ...process.env, DATABASE_URL: url, DATA_DIR: folder, SECRET: 's'.repeat(40) },
    stdio: 'ignore',
  });
  const left = () => readdir(path.dirname(target));
  await expect.poll(left).toHaveLength(1);
  const ended = once(backup, 'exit');
  backup.kill('SIGKILL');
  await ended;
  await holder.end();
  const [name = ''] = await left();
  expect(name).toContain('.unfinished-');
  expect(await refusalOf(path.join(path.dirname(target), name), null)).toContain(
    'is damaged or was cut short',
  );
  await writeBackup(target, partsOf(address, folder));
  expect(await left()).toEqual([path.basename(target)]);
});
