import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract as tarExtract } from 'tar-stream';
import { hourMs } from '#shared/time/durations.ts';
import { EmbeddedPostgresError } from '../embedded-postgres/embedded-postgres-error.ts';
import { findPostmaster } from '../embedded-postgres/find-postmaster.ts';
import { launchPostmaster } from '../embedded-postgres/launch-postmaster.ts';
import { type Place, placeData } from '../embedded-postgres/place-data.ts';
import { placeSocket } from '../embedded-postgres/place-socket.ts';
import { findPackage, prepareBinaries } from '../embedded-postgres/prepare-binaries.ts';
import { stopPostmaster } from '../embedded-postgres/stop-postmaster.ts';
import { unpackData } from '../embedded-postgres/unpack-data.ts';
import { syncFolder } from '../files/write-safely.ts';
import { OperatorError } from '../operator-error.ts';
import { archivedFile, nameOf } from './archive-line.ts';
import { findMoment, type Moment } from './find-moment.ts';
import { bringFilesBack } from './mirror-files.ts';

export type MomentParts = {
  archive: string;
  dataDir: string;
  /** The secret that the settings name, null when DATA_DIR is to keep it. */
  secretSetting: string | null;
  /** Whether people's files are in DATA_DIR, and so in the archive. */
  withFiles: boolean;
};

/** Replaying the log of a busy day takes a while. */
const recoveryMs = hourMs;

/**
 * Brings the embedded database to an instant in an empty DATA_DIR: the last base backup before it and every segment of
 * the archive are laid out beside the place, PostgreSQL replays them until that instant, and only then the folder gets
 * its name. A restore that fails or is killed leaves nothing that looks like a community.
 */
export async function restoreMoment(
  until: Date,
  { archive, dataDir, secretSetting, withFiles }: MomentParts,
): Promise<{ files: number; segments: number }> {
  await refuseUsed(dataDir);
  const moment = await findMoment(archive, until);
  const secret = await readFile(path.join(moment.base.folder, 'secret'), 'utf8');
  if (secretSetting !== null && secretSetting !== secret) {
    throw new OperatorError(
      `SECRET is not the secret of the archive, without which second factors stop working: take SECRET out to restore, and find the archive's in ${path.join(dataDir, 'secret')} afterwards.`,
    );
  }
  const place = placeData(dataDir);
  const binaries = prepareBinaries(findPackage(), place);
  // A start removes folders with such a name once the process with that id has ended.
  const unfinished = path.join(place.home, `data-unfinished-${process.pid}-restore-${randomUUID()}`);
  const unfinishedFiles = path.join(dataDir, `files-unfinished-${randomUUID()}`);
  try {
    const segments = await layOut(moment, unfinished, place);
    await recover(moment, until, { unfinished, place, binaries });
    const files = withFiles ? await bringFilesBack(archive, unfinishedFiles) : 0;
    if (files > 0) await rename(unfinishedFiles, path.join(dataDir, 'files'));
    for (const name of await readdir(moment.base.folder)) {
      if (name === 'data.tar.gz' || name === 'base.json') continue;
      const content = await readFile(path.join(moment.base.folder, name));
      await writeFile(path.join(dataDir, name), content, { mode: 0o600, flush: true });
    }
    await rename(unfinished, path.join(place.home, 'data'));
    await syncFolder(place.home);
    return { files, segments };
  } catch (error) {
    for (const left of [unfinished, unfinishedFiles]) await rm(left, { recursive: true, force: true });
    if (!(error instanceof EmbeddedPostgresError)) throw error;
    throw new OperatorError(
      `PostgreSQL could not replay the archive until ${until.toISOString()}: ${error.message}`,
    );
  }
}

async function refuseUsed(dataDir: string): Promise<void> {
  for (const used of ['postgres/data', 'files']) {
    const folder = path.join(dataDir, used);
    if (!existsSync(folder) || (await readdir(folder)).length === 0) continue;
    throw new OperatorError(
      `There is a community in ${dataDir} already (${folder}): restore into a new DATA_DIR. Nothing was changed.`,
    );
  }
}

/** Writes base backup and segments into a folder that belongs to the database's user; answers how many segments. */
async function layOut(
  { line, base, archivedUntil }: Moment,
  folder: string,
  { runAs }: Place,
): Promise<number> {
  await mkdir(folder, { mode: 0o700 });
  const give = async (made: string) => {
    if (runAs) await chown(made, runAs.uid, runAs.gid);
  };
  await give(folder);
  const tar = tarExtract();
  const reading = pipeline(createReadStream(path.join(base.folder, 'data.tar.gz')), createGunzip(), tar);
  reading.catch(() => {});
  await unpackData(tar, folder, runAs);
  await reading;
  await mkdir(path.join(folder, 'pg_wal/archive_status'), { recursive: true, mode: 0o700 });
  await give(path.join(folder, 'pg_wal/archive_status'));
  let count = 0;
  for (let segment = base.startSegment; segment <= archivedUntil.segment; segment++, count++) {
    const target = path.join(folder, 'pg_wal', nameOf(line, segment));
    const file = archivedFile(line, segment);
    const written = createWriteStream(target, { flags: 'wx', mode: 0o600 });
    await pipeline(createReadStream(file), createGunzip(), written).catch((error) =>
      refuseDamaged(file, error),
    );
    await give(target);
  }
  const signal = path.join(folder, 'recovery.signal');
  await writeFile(signal, '');
  await give(signal);
  return count;
}

function refuseDamaged(file: string, error: Error): never {
  throw new OperatorError(`${file} is damaged (${error.message}): restore another moment, or a backup.`);
}

/** Runs PostgreSQL on the folder until it has replayed everything up to the instant, and ends it. */
async function recover(
  { archivedUntil }: Moment,
  until: Date,
  { unfinished, place, binaries }: { unfinished: string; place: Place; binaries: string },
): Promise<void> {
  await chmod(unfinished, 0o700);
  const settings = {
    listen_addresses: '',
    unix_socket_directories: `"${placeSocket(place).replaceAll('"', '""')}"`,
    // All segments lie in pg_wal already; PostgreSQL wants a command and asks it first.
    restore_command: 'exit 1',
    // The archive holds no commit after the mark, so for a later instant it is replayed to its end.
    ...(until < archivedUntil.markedAt && { recovery_target_time: until.toISOString().replace('Z', '+00') }),
    recovery_target_action: 'promote',
    hot_standby: 'off',
    log_min_messages: 'log',
  };
  const launch = { place, binaries, data: unfinished, socketFolder: placeSocket(place), settings };
  const signal = new AbortController().signal;
  const why = await launchPostmaster({ ...launch, signal, deadline: performance.now() + recoveryMs });
  if (why !== null) throw new EmbeddedPostgresError(why);
  const server = findPostmaster(unfinished);
  if (server) await stopPostmaster(server.pid, unfinished, binaries);
  if (existsSync(path.join(unfinished, 'recovery.signal'))) {
    throw new EmbeddedPostgresError('it ended before the end of the recovery');
  }
  await rm(path.join(unfinished, 'backup_label.old'), { force: true });
  await rm(path.join(unfinished, 'postmaster.opts'), { force: true });
}
