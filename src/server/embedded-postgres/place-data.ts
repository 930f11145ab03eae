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

/** Where data and binaries go when a root start finds the user PostgreSQL runs as shut out of the project. */
export const OUTSIDE = '/var/lib/sumi';

export type Place = {
  dataDir: string;
  /** the database's folder: `DATA_DIR/postgres`, or where that name points */
  home: string;
  runAs: RunUser | null;
  /** a sentence for the organiser when home is not inside DATA_DIR */
  note: string | null;
};

/**
 * Finds or makes the database's folder. Normally that is `DATA_DIR/postgres`. Where the user PostgreSQL has
 * to run as cannot enter DATA_DIR, it is a folder under /var/lib/sumi with `DATA_DIR/postgres` a link to it:
 * the link brings every later start to the same data, shows in a listing where the data is, and goes when
 * DATA_DIR is removed, so a new DATA_DIR at an old address never wakes up an old database.
 */
export function placeData(dataDir: string): Place {
  const folder = realDataDir(resolve(dataDir));
  const home = join(folder, 'postgres');
  const runAs = chooseRunUser([join(home, 'data'), folder, dirname(folder)]);

  const known = lstatSync(home, { throwIfNoEntry: false });
  if (known?.isSymbolicLink()) return followLink(folder, home, runAs);
  if (!runAs || canEnter(runAs, folder)) {
    if (!known) makeHome(home, runAs);
    return { dataDir: folder, home, runAs, note: null };
  }
  if (known) {
    throw new EmbeddedPostgresError(
      `The database in ${home} belongs to user "${runAs.name}", who cannot enter that folder: open the folders above it (chmod o+x), or move DATA_DIR.`,
    );
  }
  const elsewhere = makeOutside(folder, runAs);
  try {
    symlinkSync(elsewhere, home);
  } catch (error) {
    rmdirSync(elsewhere);
    // Two first starts at once: the other one's link counts.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return followLink(folder, home, runAs);
}

function realDataDir(dataDir: string): string {
  try {
    if (!existsSync(dataDir)) {
      const first = mkdirSync(dataDir, { recursive: true });
      // Under root's umask the folders just made may shut out the user the database runs as.
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
 * With `nobody` the folder itself stays root's and only what is inside is theirs: root writes the log and
 * moves folders here, and must not be led astray by a link somebody else planted.
 */
function makeHome(home: string, runAs: RunUser | null): void {
  mkdirSync(home, { recursive: true });
  if (runAs && runAs.name !== 'nobody') chownSync(home, runAs.uid, runAs.gid);
  chmodSync(home, runAs ? 0o711 : 0o700);
}

function makeOutside(dataDir: string, runAs: RunUser): string {
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 8);
  const elsewhere = join(OUTSIDE, `${name}-${randomBytes(4).toString('hex')}`);
  try {
    mkdirSync(OUTSIDE, { recursive: true });
    chmodSync(OUTSIDE, 0o755);
    makeHome(elsewhere, runAs);
  } catch (error) {
    throw new EmbeddedPostgresError(
      `PostgreSQL has to run as user "${runAs.name}", who cannot enter ${dataDir}, and ${OUTSIDE} cannot be made: set DATA_DIR to a folder that user can enter.`,
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
