import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { everyInvariant } from '../../every-invariant.ts';
import {
  emptyDatabase,
  emptyFolder,
  migratedDatabase,
  partsOf,
  restoreInto,
} from '../../testing/backup-scene.ts';
import { connect, type Db } from '../db/connect.ts';
import { findBroken } from '../db/find-broken.ts';
import { newFileName } from '../files/file-names.ts';
import { type Manifest, readBackup } from './manifest.ts';
import { writeBackup } from './write-backup.ts';

type Row = Record<string, string>;

/** The rows of some tables as they stand in a backup. */
async function readRows(file: string, names: readonly string[]) {
  const texts = new Map(names.map((name) => [name, '']));
  const files = new Set<string>();
  const { tables }: Manifest = await readBackup(file, null, async ({ name, bytes }) => {
    const [kind = '', table = ''] = name.split('/');
    if (kind === 'files') files.add(name.slice('files/'.length));
    if (kind === 'tables' && texts.has(table)) texts.set(table, `${texts.get(table)}${bytes}`);
  });
  const rowsOf = (name: string): Row[] => {
    const columns = tables.find((table) => table.name === name)?.columns ?? [];
    const lines = (texts.get(name) ?? '').split('\n').filter(Boolean);
    return lines.map((line) => Object.fromEntries(line.split('\t').map((value, at) => [columns[at], value])));
  };
  return { rowsOf, files };
}

/** The wallets of a backup that differ from the sum of their movements. */
async function findTornWallets(file: string): Promise<Row[]> {
  const { rowsOf } = await readRows(file, ['wallets', 'sumicoins_ledger']);
  const sums = new Map<string, number>();
  for (const { user_id = '', amount } of rowsOf('sumicoins_ledger')) {
    sums.set(user_id, (sums.get(user_id) ?? 0) + Number(amount));
  }
  return rowsOf('wallets').filter(
    ({ user_id = '', balance }) => (sums.get(user_id) ?? 0) !== Number(balance),
  );
}

/** A database in which coins move, and a folder in which pictures are replaced, until `stop` is called. */
async function busyCommunity() {
  const address = await migratedDatabase();
  const dataDir = emptyFolder();
  const avatars = path.join(dataDir, 'files/avatars');
  await mkdir(avatars, { recursive: true });
  const { db, close } = connect(address, { poolSize: 5 });
  await sql`insert into users (name, email) select 'Persona ' || n, n || '@example.org' from generate_series(1, 20) n`.execute(
    db,
  );
  const { rows: people } = await sql<{ id: string }>`select id from users`.execute(db);
  let stopped = false;
  let moved = 0;
  const forEver = async (act: (db: Db, at: number) => Promise<void>) => {
    for (let at = 0; !stopped; at++) await act(db, at);
  };
  const moveCoins = (writer: number) =>
    forEver(async (on, at) => {
      const { id } = people[at % people.length] ?? { id: '' };
      await sql`select * from append_to_ledger(${id}, 1, 'reward', 'De prueba', ${`${writer}-${at}`})`.execute(
        on,
      );
      moved++;
    });
  const replacePictures = forEver(async (on, at) => {
    const { id } = people[at % people.length] ?? { id: '' };
    const name = path.basename(newFileName('avatars', 'webp'));
    await writeFile(path.join(avatars, name), 'a picture');
    const { rows } = await sql<{ before: string | null }>`
      update users set image = ${`/media/people/${name}`} where id = ${id} returning old.image as before`.execute(
      on,
    );
    const before = rows[0]?.before;
    if (before) await rm(path.join(avatars, path.basename(before)));
  });
  const writers = [moveCoins(1), moveCoins(2), moveCoins(3), replacePictures];
  await expect.poll(() => moved).toBeGreaterThan(50);
  return {
    parts: partsOf(address, dataDir),
    moved: () => moved,
    async stop() {
      stopped = true;
      await Promise.all(writers);
      await close();
    },
  };
}

it('a backup made while people write is one moment: balances fit their movements, and each picture is there', async () => {
  const { parts, stop, moved } = await busyCommunity();
  const file = path.join(emptyFolder(), 'busy.tar.gz');
  const before = moved();
  const { missing } = await writeBackup(file, parts).finally(stop);
  expect(moved()).toBeGreaterThan(before);
  expect(missing).toEqual([]);
  expect(await findTornWallets(file)).toEqual([]);
  const { rowsOf, files } = await readRows(file, ['users']);
  const pictures = rowsOf('users').map(({ image = '' }) => image.replace('/media/people', 'avatars'));
  expect(pictures.filter((name) => name !== '\\N' && !files.has(name))).toEqual([]);

  const target = await emptyDatabase();
  await restoreInto(target, emptyFolder(), file);
  const { db, close } = connect(target, { poolSize: 1 });
  const broken = await findBroken(db, everyInvariant).finally(close);
  // A database of this test has no administrator.
  expect(broken.filter(({ name }) => /coin|wallet|ledger|balance|movement/.test(name))).toEqual([]);
});

it('the control: a backup without the snapshot has balances that do not fit their movements', async () => {
  const { parts, stop } = await busyCommunity();
  const file = path.join(emptyFolder(), 'torn.tar.gz');
  let torn: Row[] = [];
  for (let attempt = 0; torn.length === 0 && attempt < 10; attempt++) {
    await writeBackup(file, parts, { isolation: 'read committed' }).catch(async (error) => {
      await stop();
      throw error;
    });
    torn = await findTornWallets(file);
  }
  await stop();
  expect(torn).not.toEqual([]);
});
