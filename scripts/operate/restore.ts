import { existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { backupsInBucket } from '#server/backup/backups-in-bucket.ts';
import { findUnusedFiles } from '#server/backup/find-unused-files.ts';
import { hostOfBackup } from '#server/backup/name-backup.ts';
import { dropLetters, restoreBackup } from '#server/backup/restore-backup.ts';
import { unfinishedName } from '#server/backup/write-archive.ts';
import { connectForBackup } from '#server/backup/write-backup.ts';
import { connect, type DbAddress } from '#server/db/connect.ts';
import { findBroken } from '#server/db/find-broken.ts';
import { migrate } from '#server/db/migrations/migrate.ts';
import { startEmbeddedPostgres } from '#server/embedded-postgres/start-embedded-postgres.ts';
import { filesInBucket } from '#server/files/files-in-bucket.ts';
import { filesInFolder } from '#server/files/files-in-folder.ts';
import { createLog } from '#server/log.ts';
import { OperatorError } from '#server/operator-error.ts';
import { readInstant } from '#server/wal-archive/find-moment.ts';
import { restoreMoment } from '#server/wal-archive/restore-moment.ts';
import { hourMs } from '#shared/time/durations.ts';
import { communityParts } from '../../src/community-parts.ts';
import { readPlace } from '../../src/config.ts';
import { everyInvariant } from '../../src/every-invariant.ts';
import { reachDatabase } from '../../src/start/reach-database.ts';
import { describeFailure } from './describe-failure.ts';
import { readPassphrase } from './read-passphrase.ts';
import { refuseRoot } from './refuse-root.ts';
import { showProgress } from './show-progress.ts';

// `npm run restore -- FILE [--passphrase-file FILE]` restores a backup into an empty DATA_DIR, or into an empty
// database that DATABASE_URL names, unless DATABASE_LISTEN says that it is the embedded one of this machine. FILE
// may be `bucket:latest`, the newest of the host of APP_URL, or `bucket:` and the name of a backup in FILES_BUCKET.
// `npm run restore -- --until TIME` brings the embedded database to a moment of WAL_ARCHIVE, in an empty DATA_DIR.
// Files in DATA_DIR that no row of what was restored names are removed; those in FILES_BUCKET, which another community
// may use too, are listed, and removed with --remove-unused-files.
// Exits 1 and leaves the place as it was when it cannot, 2 when the doctor finds something broken in what it restored,
// or what follows a restore failed.

/** Before the name of a backup that is in the bucket. */
const inBucket = 'bucket:';
type Place = ReturnType<typeof readPlace>;

const begun = Date.now();
const progress = showProgress();
let stop = async () => {};
/** From now on the community is in its place, whatever fails. */
let isRestored = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));
try {
  await restore();
} catch (error) {
  progress.clear();
  const before = isRestored
    ? 'The community is restored. What follows a restore failed:'
    : 'Nothing was restored.';
  console.error(`${before} ${describeFailure(error)}`);
  process.exitCode = isRestored ? 2 : 1;
} finally {
  await stop();
}

async function restore(): Promise<void> {
  const { given, until, passphraseFile, emptiesBucket } = readArguments();
  const place = readPlace(process.env);
  refuseRoot(place.dataDir);
  const clearFiles = (address: DbAddress) => clearUnusedFiles(address, place, emptiesBucket);
  if (until !== null) return restoreUntil(until, place, clearFiles);
  if (!given.startsWith(inBucket)) {
    return restoreFrom(given, place, { passphraseFile, fromBucket: false, clearFiles });
  }
  const file = await fetchFromBucket(given.slice(inBucket.length), place);
  try {
    await restoreFrom(file, place, { passphraseFile, fromBucket: true, clearFiles });
  } finally {
    rmSync(file, { force: true });
  }
}

/** Brings the embedded database to a moment of its archive, and then to this version. */
async function restoreUntil(
  until: Date,
  { dataDir, walArchive, secretSetting, bucket }: Place,
  clearFiles: (address: DbAddress) => Promise<void>,
): Promise<void> {
  if (!walArchive) throw new OperatorError('--until needs WAL_ARCHIVE, the folder of the archive.');
  const parts = { archive: walArchive.folder, dataDir, secretSetting, withFiles: bucket === null };
  const { files, segments } = await restoreMoment(until, parts);
  isRestored = true;
  const address = await startEmbedded(dataDir);
  const { pool, close } = connect(address, { poolSize: 1 });
  const migrated = await migrate(pool).finally(close);
  const client = await connectForBackup(address);
  const dropped = await dropLetters(client, communityParts.outboxes).finally(() => client.end());
  console.log(`The community of ${until.toISOString()} is restored in ${seconds()} s.`);
  console.log(`  ${segments} segments of the log, ${files} files and the secret in ${dataDir}`);
  printAfterwards(migrated, dropped);
  await clearFiles(address);
  await examine(address);
}

async function restoreFrom(
  file: string,
  place: Place,
  {
    passphraseFile,
    fromBucket,
    clearFiles,
  }: {
    passphraseFile: string | null;
    fromBucket: boolean;
    clearFiles: (address: DbAddress) => Promise<void>;
  },
): Promise<void> {
  let address: DbAddress | null = null;
  const openDatabase = async () => {
    const { databaseUrl, sharedDatabase, dataDir } = place;
    address =
      databaseUrl && !sharedDatabase ? await reachDatabase(databaseUrl) : await startEmbedded(dataDir);
    return address;
  };
  const restored = await restoreBackup(file, {
    dataDir: place.dataDir,
    bucket: place.bucket && filesInBucket(place.bucket, createLog('silent')),
    fromBucket,
    passphrase: readPassphrase(passphraseFile ?? place.backup.passphraseFile),
    secretSetting: place.secretSetting,
    peopleTables: communityParts.peopleTables,
    outboxes: communityParts.outboxes,
    openDatabase,
    onProgress: progress.rows,
  });
  isRestored = true;
  progress.clear();
  const rows = restored.tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(`The community of ${restored.madeAt} is restored in ${seconds()} s.`);
  console.log(`  ${rows} rows of ${restored.tables.length} tables, each compared with the backup`);
  console.log(
    `  ${restored.files} files in ${place.bucket ? place.bucket.name : path.join(place.dataDir, 'files')}, and the secret in ${place.dataDir}`,
  );
  printAfterwards(restored.migrated, restored.lettersDropped);
  if (place.databaseUrl && place.secretSetting === null) {
    console.log(
      `In production, set SECRET to the content of ${path.join(place.dataDir, 'secret')} before you start: another one opens no second factor (npm run remove-factor -- --unreadable takes those off).`,
    );
  }
  if (!address) return;
  await clearFiles(address);
  await examine(address);
}

/**
 * Removes the files that no row names from DATA_DIR; in a bucket only where the operator says so, and else lists them.
 */
async function clearUnusedFiles(
  address: DbAddress,
  { dataDir, bucket }: Place,
  emptiesBucket: boolean,
): Promise<void> {
  const files = bucket
    ? filesInBucket(bucket, createLog('silent'))
    : filesInFolder(path.join(dataDir, 'files'));
  const client = await connectForBackup(address);
  const unused = await findUnusedFiles(client, files, communityParts.filesInUse).finally(() => client.end());
  if (unused.length === 0) return;
  if (bucket && !emptiesBucket) {
    console.log(
      `  ${unused.length} files in ${bucket.name} are named by no row and stay public. Remove them unless another community uses that bucket (restore --remove-unused-files does it):`,
    );
    for (const name of unused) console.log(`    ${name}`);
    return;
  }
  for (const name of unused) await files.remove(name);
  console.log(`  ${unused.length} files that no row names were removed`);
}

function seconds(): string {
  return ((Date.now() - begun) / 1000).toFixed(1);
}

function printAfterwards(migrated: string[], lettersDropped: number): void {
  if (migrated.length > 0) console.log(`  ${migrated.length} newer migrations, from ${migrated[0]} on`);
  if (lettersDropped > 0) {
    console.log(
      `  ${lettersDropped} letters and messages that waited were dropped: the old server has sent them`,
    );
  }
  console.log(
    'Who was signed in then is signed in again, and what was revoked or banned since is as it was then.',
  );
}

/** Brings a backup of the bucket to a file of this machine, which is gone once the restore has ended. */
async function fetchFromBucket(wanted: string, { bucket, backup }: Place): Promise<string> {
  if (!bucket) throw new OperatorError(`${inBucket}${wanted} needs FILES_BUCKET and what goes with it.`);
  const store = backupsInBucket(bucket);
  try {
    const names = await store.names();
    const name = wanted === 'latest' ? newestOf(backup.host, names) : names.find((one) => one === wanted);
    if (!name) {
      const there = names.length === 0 ? 'There is none' : `There are ${names.join(', ')}`;
      throw new OperatorError(`${bucket.name} has no backup ${wanted}. ${there}.`);
    }
    const file = path.join(backup.folder, unfinishedName(name));
    mkdirSync(backup.folder, { recursive: true, mode: 0o700 });
    process.once('exit', () => rmSync(file, { force: true }));
    await store.fetch(name, file);
    console.log(`${name} came from ${bucket.name}.`);
    return file;
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`The bucket ${bucket.name} cannot be read: ${(error as Error).message}`);
  }
}

/**
 * The newest backup of this host, else of the only one that has any: a community may move to another address, and a
 * trial of a backup needs one of its own.
 */
function newestOf(host: string, names: string[]): string | undefined {
  const own = names.filter((name) => hostOfBackup(name) === host);
  if (own.length > 0) return own.at(-1);
  if (new Set(names.map(hostOfBackup)).size <= 1) return names.at(-1);
  throw new OperatorError(
    `The bucket has backups of several communities and none of ${host}, the host of APP_URL. Name one instead of latest: ${names.join(', ')}.`,
  );
}

async function startEmbedded(dataDir: string): Promise<DbAddress> {
  const server = await startEmbeddedPostgres({ dataDir });
  stop = server.stop;
  if (server.location.note) console.log(server.location.note);
  return server.connection;
}

/** What `npm run doctor` would say. */
async function examine(address: DbAddress): Promise<void> {
  const { db, close } = connect(address, { poolSize: 1, answerMs: hourMs });
  try {
    const broken = await findBroken(db, everyInvariant);
    for (const { name } of broken) console.error(`BROKEN  ${name}`);
    if (broken.length > 0) process.exitCode = 2;
    else console.log('The doctor finds nothing broken.');
  } finally {
    await close();
  }
}

function readArguments() {
  const usage =
    "Usage: npm run restore -- FILE [--passphrase-file FILE], bucket:latest for FILE, or --until '2026-11-23T10:00-05:00'; [--remove-unused-files]";
  try {
    const { values, positionals } = parseArgs({
      options: {
        'passphrase-file': { type: 'string' },
        until: { type: 'string' },
        'remove-unused-files': { type: 'boolean', default: false },
      },
      allowPositionals: true,
    });
    const [named, ...more] = positionals;
    const passphraseFile = values['passphrase-file'] ?? null;
    const emptiesBucket = values['remove-unused-files'];
    if (values.until !== undefined) {
      if (named || passphraseFile) throw new Error('--until goes alone');
      return { given: '', until: readInstant(values.until), passphraseFile, emptiesBucket };
    }
    if (!named || more.length > 0) throw new Error('Name one backup');
    const given = named.startsWith(inBucket) ? named : path.resolve(named);
    if (!given.startsWith(inBucket) && !existsSync(given)) throw new Error(`There is no ${given}`);
    return { given, until: null, passphraseFile, emptiesBucket };
  } catch (error) {
    throw new OperatorError(`${(error as Error).message.replace(/\.$/, '')}. ${usage}`);
  }
}
