import { createHash } from 'node:crypto';
import { chownSync, constants, lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canEnter } from './as-run-user.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import type { Place } from './place-data.ts';

/** The kernel's limits: 108 bytes on Linux, 104 on macOS, the closing NUL included. */
const LONGEST_ADDRESS = process.platform === 'darwin' ? 103 : 107;

/** PostgreSQL names the socket after a port even where it opens none. */
export const SOCKET_PORT = 5432;

/**
 * Makes the folder of the unix socket, which only the database's user (and root) may enter: that is the
 * whole lock, there is no password. It is `socket` in the database's folder or, where that makes an address
 * too long for the kernel, a folder in the temporary one, named after the database's folder. Called before
 * every launch, since temporary folders get swept; left there at the end, since the next app may be starting.
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
  // The temporary folder is everybody's: somebody else's folder under our name is not to be trusted.
  const { uid, mode } = lstatSync(folder);
  const ours = uid === process.getuid?.() || uid === runAs?.uid;
  if (!ours || (mode & constants.S_IFMT) !== constants.S_IFDIR || (mode & 0o077) !== 0) {
    throw new EmbeddedPostgresError(`${folder} is not a private folder of the database's user: remove it.`);
  }
  if (runAs) chownSync(folder, runAs.uid, runAs.gid);
  return folder;
}

function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, `.s.PGSQL.${SOCKET_PORT}`)) <= LONGEST_ADDRESS;
}
