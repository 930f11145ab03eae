import { createHash } from 'node:crypto';
import { chownSync, constants, lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canEnter } from './as-run-user.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import type { Place } from './place-data.ts';

/** The kernel's limit for a socket address is 108 bytes on Linux and 104 on macOS, with the closing NUL. */
const longestAddress = process.platform === 'darwin' ? 103 : 107;

/** PostgreSQL names the socket after its port, and after this one when it listens on none. */
export const socketPort = 5432;
const longestPort = 65_535;

/**
 * Creates the folder of the unix socket. Only the database's user and root may enter it, which is the whole access
 * control: there is no password. It is `socket` in the database's folder or, when that address is too long for the
 * kernel, a folder in the temporary folder, named after the database's folder. Called before every launch, because
 * temporary folders get cleaned; never removed, because another app may be starting.
 */
export function placeSocket({ home, runAs }: Place): string {
  const inside = join(home, 'socket');
  const short = `sumi-${createHash('sha256').update(home).digest('hex').slice(0, 16)}`;
  const fitting = [inside, join(tmpdir(), short), join('/tmp', short)].filter(fits);
  const folder = fitting.find((it) => it === inside || !runAs || canEnter(runAs, join(it, '..')));
  if (!folder) throw new EmbeddedPostgresError(`DATA_DIR is too deep for a unix socket: ${home}`);

  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  // Every user may write to the temporary folder, so a folder with this name may be another user's: not trusted.
  const { uid, mode } = lstatSync(folder);
  const ours = uid === process.getuid?.() || uid === runAs?.uid;
  if (!ours || (mode & constants.S_IFMT) !== constants.S_IFDIR || (mode & 0o077) !== 0) {
    throw new EmbeddedPostgresError(`${folder} is not a private folder of the database's user: remove it.`);
  }
  if (runAs) chownSync(folder, runAs.uid, runAs.gid);
  return folder;
}

function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, `.s.PGSQL.${longestPort}`)) <= longestAddress;
}
