import { spawnSync } from 'node:child_process';
import type { RunUser } from './choose-run-user.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

/**
 * Spawn options for everything that runs on behalf of the database: the right user, a working folder
 * anyone can enter, and an environment of our own, so that neither the app's secrets nor stray PG* or LANG
 * variables reach it. Windows needs its environment whole.
 */
export function asRunUser(user: RunUser | null) {
  const env = process.platform === 'win32' ? {} : { env: { LC_ALL: 'C', TZ: 'UTC' } };
  const identity = user ? { uid: user.uid, gid: user.gid } : {};
  return { ...identity, ...env, cwd: '/', windowsHide: true };
}

/** Whether `user` gets into `folder`: tried for real, since mode bits alone miss parents, lists and mounts. */
export function canEnter(user: RunUser, folder: string): boolean {
  const { status, error } = spawnSync('/bin/sh', ['-c', 'cd -- "$0"', folder], asRunUser(user));
  if (error) {
    throw new EmbeddedPostgresError(
      `PostgreSQL refuses to run as root, and stepping down to user "${user.name}" failed (${error.message}): start Sumi as an ordinary user, or set DATABASE_URL.`,
      { cause: error },
    );
  }
  return status === 0;
}
