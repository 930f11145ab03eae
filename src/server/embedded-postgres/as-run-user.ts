import { spawnSync } from 'node:child_process';
import type { RunUser } from './choose-run-user.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

/**
 * Spawn options for every process of the database: its user, a working folder that every user can enter, and an
 * empty environment, so that neither the app's secrets nor PG* or LANG variables reach it. Windows programs need the
 * whole environment.
 */
export function asRunUser(user: RunUser | null) {
  const env = process.platform === 'win32' ? {} : { env: { LC_ALL: 'C', TZ: 'UTC' } };
  const identity = user ? { uid: user.uid, gid: user.gid } : {};
  return { ...identity, ...env, cwd: '/', windowsHide: true };
}

/** Whether `user` can enter `folder`. Runs `cd` as that user: mode bits alone miss parents, access lists and mounts. */
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
