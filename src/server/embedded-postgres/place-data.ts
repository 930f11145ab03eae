import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  rmdirSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { canEnter } from './as-run-user.ts';
import { chooseRunUser, type RunUser } from './choose-run-user.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

/** Holds data and binaries when root starts the app and the user of PostgreSQL cannot enter the project. */
export const outsideFolder = '/var/lib/sumi';

export type Place = {
  dataDir: string;
  /** The database's folder: `DATA_DIR/postgres`, or the target of that link. */
  home: string;
  runAs: RunUser | null;
  /** A sentence for the operator when home is not inside DATA_DIR. */
  note: string | null;
};

/**
 * Finds or creates the database's folder, normally `DATA_DIR/postgres`. If the user that PostgreSQL must run as cannot
 * enter DATA_DIR, it is a folder under /var/lib/sumi, and `DATA_DIR/postgres` is a link to it. The link leads every
 * later start to the same data, shows in a listing where the data is, and disappears with DATA_DIR, so a new DATA_DIR
 * at the same path never opens an old database.
 */
export function placeData(dataDir: string): Place {
  const folder = realDataDir(resolve(dataDir));
  const home = join(folder, 'postgres');
  const runAs = chooseRunUser([join(home, 'data'), folder, dirname(folder)]);

  const existing = lstatSync(home, { throwIfNoEntry: false });
  if (existing?.isSymbolicLink()) return followLink(folder, home, runAs);
  if (!runAs || canEnter(runAs, folder)) {
    if (!existing) makeHome(home, runAs);
    return { dataDir: folder, home, runAs, note: null };
  }
  if (existing) {
    throw new EmbeddedPostgresError(
      `The database in ${home} belongs to user "${runAs.name}", who cannot enter that folder: open the folders above it (chmod o+x), or move DATA_DIR.`,
    );
  }
  const elsewhere = makeOutside(folder, runAs);
  try {
    symlinkSync(elsewhere, home);
  } catch (error) {
    rmdirSync(elsewhere);
    // A concurrent first start made the link: it counts.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return followLink(folder, home, runAs);
}

function realDataDir(dataDir: string): string {
  try {
    if (!existsSync(dataDir)) {
      const first = mkdirSync(dataDir, { recursive: true });
      // With root's umask the new folders may be closed to the user that the database runs as.
      for (let made = dataDir; isRoot() && first && made.length >= first.length; made = dirname(made)) {
        chmodSync(made, 0o755);
      }
    }
    return realpathSync(dataDir);
  } catch (error) {
    throw new EmbeddedPostgresError(`DATA_DIR cannot be used: ${(error as Error).message}`, { cause: error });
  }
}

/**
 * When PostgreSQL runs as `nobody`, root keeps the folder itself and only its content belongs to `nobody`: root writes
 * the log and renames folders here, and must not follow a link that another user planted.
 */
function makeHome(home: string, runAs: RunUser | null): void {
  mkdirSync(home, { recursive: true });
  if (runAs && runAs.name !== 'nobody') chownSync(home, runAs.uid, runAs.gid);
  chmodSync(home, runAs ? 0o711 : 0o700);
}

function makeOutside(dataDir: string, runAs: RunUser): string {
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 8);
  const elsewhere = join(outsideFolder, `${name}-${randomBytes(4).toString('hex')}`);
  try {
    mkdirSync(outsideFolder, { recursive: true });
    chmodSync(outsideFolder, 0o755);
    makeHome(elsewhere, runAs);
  } catch (error) {
    throw new EmbeddedPostgresError(
      `PostgreSQL has to run as user "${runAs.name}", who cannot enter ${dataDir}, and ${outsideFolder} cannot be made: set DATA_DIR to a folder that user can enter.`,
      { cause: error },
    );
  }
  return elsewhere;
}

function followLink(dataDir: string, link: string, runAs: RunUser | null): Place {
  if (!existsSync(link)) {
    throw new EmbeddedPostgresError(
      `The database should be where ${link} points, and that folder is gone: put it back, or remove the link to begin with an empty database.`,
    );
  }
  const home = realpathSync(link);
  const why = runAs ? `, since user "${runAs.name}" has to run it and cannot enter ${dataDir}` : '';
  return { dataDir, home, runAs, note: `The database is kept in ${home}${why}.` };
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}
