import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import {
  askOnce,
  emptyDatabase,
  emptyFolder,
  hashesOf,
  migratedDatabase,
  partsOf,
  restoreInto,
  seal,
  secret,
} from '../../testing/backup-scene.ts';
import { newCommunity } from '../../testing/community.ts';
import { makeFolder, startForTest } from '../../testing/postgres/embedded-database.ts';
import { fillEveryTable } from '../../testing/rows/fill-every-table.ts';
import { startObjectStore } from '../../testing/stand-ins/object-store.ts';
import type { Db, DbAddress } from '../db/connect.ts';
import { migrateInTransaction, readMigrations } from '../db/migrations/migrate.ts';
import { newFileName } from '../files/file-names.ts';
import { filesInBucket } from '../files/files-in-bucket.ts';
import { createLog } from '../log.ts';
import { connectForBackup, writeBackup } from './write-backup.ts';

/** Notices that wait to leave: due letters and messages of each kind of due work, and a letter of tomorrow. */
async function insertWaitingNotices(db: Db): Promise<void> {
  await sql`
    with person as (select id from users limit 1),
    waiting as (
      select uuidv7() as id, kind, channel, gathered, due_at from (values
        ('mail-notice', 'email', false, now()), ('push-notice', 'push', false, now()),
        ('mail-digest', 'email', true, now()), ('mail-notice', 'email', false, now() + interval '1 day')
      ) as each (kind, channel, gathered, due_at)),
    notices as (
      insert into notifications (id, user_id, kind, detail)
        select waiting.id, person.id, 'store.refunded', '{}' from waiting, person),
    deliveries as (
      insert into notice_deliveries (notice_id, channel, gathered) select id, channel, gathered from waiting)
    select put_due(waiting.kind, case when gathered then person.id else waiting.id end::text, due_at)
      from waiting, person`.execute(db);
}

const waitingNotices = async (address: DbAddress): Promise<string[]> => {
  const rows = await askOnce<{ said: string }>(
    address,
    `select coalesce(work.kind || case when work.due_at > now() then ' of tomorrow' else '' end, 'no work') as said
      from notice_deliveries delivery join notifications notice on notice.id = notice_id
      left join due_work work on work.subject = notice_id::text
      where settled_at is null and notice.kind = 'store.refunded' and notice.detail = '{}'`,
  );
  return rows.map(({ said }) => said);
};

it('a community with rows in every table moves from the embedded database to an outside one and back with equal hashes', async () => {
  const community = await newCommunity();
  const source = emptyFolder();
  await fillEveryTable(community, source);
  const picture = newFileName('avatars', 'webp');
  await mkdir(path.join(source, 'files/avatars'), { recursive: true });
  await writeFile(path.join(source, 'files', picture), 'a picture');
  await community.db
    .updateTable('users')
    .set({ image: `/media/people/${path.basename(picture)}` })
    .where('email', '=', 'admin@demo.example')
    .execute();
  await insertWaitingNotices(community.db);
  const original = await hashesOf(community.address);
  expect(original.filter(({ rows }) => rows === 0).map(({ name }) => name)).toEqual([]);

  // From a server that runs into an embedded database. That server sends the letters that wait.
  const first = path.join(emptyFolder(), 'first.tar.gz');
  const made = await writeBackup(first, partsOf(community.address, source));
  expect(made).toMatchObject({ serverRan: true, files: 1, missing: [] });
  const embeddedDir = makeFolder();
  const embedded = (await startForTest(embeddedDir)).connection;
  const { lettersDropped, migrated } = await restoreInto(embedded, embeddedDir, first);
  expect(migrated).toEqual([]);
  expect(lettersDropped).toBeGreaterThanOrEqual(4);
  expect(await askOnce(embedded, `select from due_work where kind = 'send-mail'`)).toEqual([]);
  // The letters of notices that were due were sent as well; one of tomorrow is sent from here.
  expect(await waitingNotices(embedded)).toEqual(['mail-notice of tomorrow']);
  const letters = ['due_work', 'mail_outbox', 'notice_deliveries'];
  const others = <T extends { name: string }>(tables: T[]) =>
    tables.filter(({ name }) => !letters.includes(name));
  expect(others(await hashesOf(embedded))).toEqual(others(original));
  await community.close();

  // From a place whose server is stopped, out and back: there the letters still wait.
  await askOnce(
    embedded,
    `with letter as (insert into mail_outbox (kind, address, locale) values ('accounts.x', 'a@b.c', 'es') returning id)
     select put_due('send-mail', id::text) from letter`,
  );
  const moving = await hashesOf(embedded);
  const [second, third] = [path.join(emptyFolder(), 'second.tar.gz'), path.join(emptyFolder(), 'third.age')];
  expect(await writeBackup(second, partsOf(embedded, embeddedDir))).toMatchObject({ serverRan: false });
  const outside = await emptyDatabase();
  const outsideDir = emptyFolder();
  expect(await restoreInto(outside, outsideDir, second)).toMatchObject({ lettersDropped: 0 });
  expect(await hashesOf(outside)).toEqual(moving);

  await writeBackup(third, partsOf(outside, outsideDir), { seal });
  const backDir = makeFolder();
  const back = (await startForTest(backDir)).connection;
  await restoreInto(back, backDir, third, { passphrase: seal.passphrase });
  expect(await hashesOf(back)).toEqual(moving);
  expect(await readFile(path.join(backDir, 'files', picture), 'utf8')).toBe('a picture');
  expect(await readFile(path.join(backDir, 'secret'), 'utf8')).toBe(secret);
  expect(await readFile(path.join(backDir, 'demo-sign-ins.json'))).toEqual(
    await readFile(path.join(source, 'demo-sign-ins.json')),
  );

  // Sequences go on, triggers and keys are back, and as they were.
  const [next] = await askOnce<{ fresh: boolean }>(
    back,
    `insert into events (kind) values ('a.new-one') returning id > (select max(id) from events) as fresh`,
  );
  expect(next?.fresh).toBe(true);
  await expect(askOnce(back, 'delete from sumicoins_ledger')).rejects.toThrow('append-only');
  await expect(
    askOnce(
      back,
      `insert into sessions (user_id, token, expires_at)
    values (uuidv7(), 't', now())`,
    ),
  ).rejects.toThrow('foreign key');
  const schemaOf = `
    select conrelid::regclass::text as on, conname as name, pg_get_constraintdef(oid) as is, convalidated as state
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select tgrelid::regclass::text, tgname, pg_get_triggerdef(oid), tgenabled = 'O'
      from pg_trigger where not tgisinternal
    order by 1, 2, 3`;
  expect(await askOnce(back, schemaOf)).toEqual(await askOnce(await migratedDatabase(), schemaOf));
}, 180_000);

it('a restore brings the schema to that of the backup, loads, and then runs the later migrations', async () => {
  const all = await readMigrations();
  const earlier = all.slice(0, -1);
  const old = await databaseWith(earlier);
  await askOnce(old, `insert into users (name, email) values ('Ana', 'ana@example.org')`);
  const file = path.join(emptyFolder(), 'old.tar.gz');
  await writeBackup(file, partsOf(old, emptyFolder()));
  const target = await emptyDatabase();
  const { migrated } = await restoreInto(target, emptyFolder(), file);
  expect(migrated).toEqual(all.slice(-1).map(({ name }) => name));
  expect(await askOnce(target, 'select name from users')).toEqual([{ name: 'Ana' }]);
  expect(await askOnce(target, 'select from migrations')).toHaveLength(all.length);
});

it('a backup names the files that rows refer to and that are not there, and is made all the same', async () => {
  const address = await migratedDatabase();
  const name = newFileName('avatars', 'webp');
  await askOnce(
    address,
    `insert into users (name, email, image) values ('Ana', 'a@b.c', '/media/people/${path.basename(name)}')`,
  );
  const folder = emptyFolder();
  const made = await writeBackup(path.join(folder, 'one.tar.gz'), partsOf(address, folder));
  expect(made.missing).toEqual([name]);
  expect(await readdir(folder)).toEqual(['one.tar.gz']);
});

// SUMI_BACKUP_ROWS=1000000 npx vitest run --project product src/server/backup/backup.test.ts -t 'many rows'
it('a backup of many rows is restored and compared', async () => {
  const rows = Number(process.env.SUMI_BACKUP_ROWS ?? 20_000);
  const source = await migratedDatabase();
  await askOnce(
    source,
    `insert into users (name, email) select 'Persona ' || n, n || '@example.org' from generate_series(1, 100) n`,
  );
  await askOnce(
    source,
    `insert into notifications (user_id, kind, detail, link)
      select id, 'classes.changed', jsonb_build_object('title', 'Conversación ' || n, 'startsAt', now() + n * interval '1 minute'), '/classes'
      from users, generate_series(1, ${rows / 200}) n`,
  );
  await askOnce(
    source,
    `insert into events (kind, audience, subject)
    select 'coins.changed', array[uuidv7()], uuidv7() from generate_series(1, ${rows / 2})`,
  );
  const folder = emptyFolder();
  const file = path.join(folder, 'many.tar.gz');
  const begun = Date.now();
  const { bytes, tables } = await writeBackup(file, partsOf(source, folder));
  const written = Date.now();
  const target = await emptyDatabase();
  await restoreInto(target, emptyFolder(), file);
  const restored = Date.now();
  expect(await hashesOf(target)).toEqual(tables);
  const count = tables.reduce((sum, table) => sum + table.rows, 0);
  expect(count).toBeGreaterThan(rows);
  if (process.env.SUMI_BACKUP_ROWS) {
    console.log(
      `${count} rows: ${bytes / 1e6} MB, written and read back in ${(written - begun) / 1000} s, restored and compared in ${(restored - written) / 1000} s`,
    );
  }
}, 600_000);

/** A database with these migrations. */
async function databaseWith(migrations: Awaited<ReturnType<typeof readMigrations>>) {
  const address = await emptyDatabase();
  const client = await connectForBackup(address);
  await client.query('begin');
  await migrateInTransaction(client, { only: migrations });
  await client.query('commit');
  await client.end();
  return address;
}

it('files in a bucket go into a backup, and back into an empty bucket or folder', async () => {
  const [store, other] = [await startObjectStore(), await startObjectStore()];
  onTestFinished(async () => void (await Promise.all([store.close(), other.close()])));
  const log = createLog('silent');
  const address = await migratedDatabase();
  const names = [1, 2, 3].map(() => newFileName('avatars', 'webp')).sort();
  for (const name of names) store.objects.set(name, Buffer.from(`picture ${name}`));
  const file = path.join(emptyFolder(), 'backup.tar.gz');
  const files = filesInBucket(store.bucket, log);
  expect(await writeBackup(file, { ...partsOf(address, emptyFolder()), files })).toMatchObject({ files: 3 });

  const dataDir = emptyFolder();
  const bucket = filesInBucket(other.bucket, log);
  await restoreInto(await emptyDatabase(), dataDir, file, { bucket });
  expect([...other.objects.keys()].sort()).toEqual(names);
  expect(String(other.objects.get(names[0]!))).toBe(`picture ${names[0]}`);
  const again = restoreInto(await emptyDatabase(), emptyFolder(), file, { bucket });
  await expect(again).rejects.toThrow('The bucket has files of a community');

  await restoreInto(await emptyDatabase(), dataDir, file);
  expect(await readFile(path.join(dataDir, 'files', names[2]!), 'utf8')).toBe(`picture ${names[2]}`);

  // One that fails takes away what it has written.
  other.objects.clear();
  other.turn('well', 'well', 'fails', 'fails', 'fails');
  const failed = restoreInto(await emptyDatabase(), emptyFolder(), file, { bucket });
  await expect(failed).rejects.toMatchObject({ code: 'http/busy' });
  expect([...other.objects.keys()]).toEqual([]);
});

it('a restore brings a backup into an outside database and a DATA_DIR that does not exist yet', async () => {
  const file = path.join(emptyFolder(), 'backup.tar.gz');
  await writeBackup(file, partsOf(await migratedDatabase(), emptyFolder()));
  const dataDir = path.join(emptyFolder(), 'not', 'yet');
  await restoreInto(await emptyDatabase(), dataDir, file);
  expect(await readFile(path.join(dataDir, 'secret'), 'utf8')).toBe(secret);
});
