import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isAlive } from '../processes/is-alive.ts';
import { asRunUser } from './as-run-user.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import type { Place } from './place-data.ts';

/** The superuser takes the lock and creates database and role. The app itself connects as an ordinary role. */
export const superuserName = 'postgres';

const majorVersion = '18';
const unfinishedPrefix = 'data-unfinished-';
/** Distinguishes folders of this process from those of an earlier process with the same pid. */
const tag = randomBytes(4).toString('hex');
let attempts = 0;

/**
 * Creates the data folder on the first start (about 0.6 s) and returns it; later starts only check its version.
 * initdb works in a temporary folder that is renamed when it is complete. So an interrupted start leaves nothing that
 * looks like a database, and of two concurrent first starts one wins entirely.
 */
export async function createCluster(place: Place, binaries: string, durable: boolean): Promise<string> {
  const data = join(place.home, 'data');
  await removeLeftovers(place.home);
  if (!existsSync(join(data, 'PG_VERSION'))) {
    const unfinished = join(place.home, `${unfinishedPrefix}${process.pid}-${tag}-${++attempts}`);
    mkdirSync(unfinished, { mode: 0o700 });
    if (place.runAs) chownSync(unfinished, place.runAs.uid, place.runAs.gid);
    await initialise(unfinished, binaries, place, durable);
    await moveIntoPlace(unfinished, data);
  }
  const version = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim();
  if (version === majorVersion) return data;
  throw new EmbeddedPostgresError(
    `The database in ${data} was made by PostgreSQL ${version} and this is PostgreSQL ${majorVersion}: back it up with the old version of Sumi (npm run backup) and restore it with this one into a new DATA_DIR.`,
  );
}

async function initialise(
  folder: string,
  binaries: string,
  { runAs }: Place,
  durable: boolean,
): Promise<void> {
  const settings = [
    ['--pgdata', folder],
    ['--username', superuserName],
    ['--encoding', 'UTF8'],
    // The same sort order and letter cases on every machine; ICU collations stay available by name.
    ['--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
    ['--data-checksums', '--no-instructions', '--auth-local', 'trust'],
    ['--auth-host', process.platform === 'win32' ? 'trust' : 'reject'],
    durable ? [] : ['--no-sync'],
  ].flat();
  try {
    await promisify(execFile)(join(binaries, 'bin', 'initdb'), settings, asRunUser(runAs));
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    const output = String((error as { stderr?: unknown }).stderr ?? '')
      .split('\n')
      .filter(Boolean);
    const line =
      output.find((it) => /FATAL|PANIC|error/.test(it)) ?? output.at(-1) ?? (error as Error).message;
    throw new EmbeddedPostgresError(`The database could not be created: ${line}`, {
      cause: error,
    });
  }
}

async function moveIntoPlace(unfinished: string, data: string): Promise<void> {
  try {
    chmodSync(unfinished, 0o700);
    renameSync(unfinished, data);
    if (process.platform !== 'win32') syncFolder(join(data, '..'));
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // A concurrent start finished first: its database is used.
    if (!existsSync(join(data, 'PG_VERSION'))) {
      throw new EmbeddedPostgresError(`${data} is in the way of the database: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }
}

async function removeLeftovers(home: string): Promise<void> {
  for (const name of readdirSync(home)) {
    if (!name.startsWith(unfinishedPrefix)) continue;
    const [pid, pidTag] = name.slice(unfinishedPrefix.length).split('-');
    if (pidTag === tag || (Number(pid) !== process.pid && isAlive(Number(pid)))) continue;
    // An initdb that outlived its app may still be writing: then the next start removes the folder.
    await rm(join(home, name), { recursive: true, force: true, maxRetries: 2 }).catch(() => undefined);
  }
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
