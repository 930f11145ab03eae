import { readFileSync, statSync } from 'node:fs';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

export type RunUser = { uid: number; gid: number; name: string };

/**
 * Chooses the user that PostgreSQL runs as. It refuses to run as root, so an app started by root drops its
 * privileges. For an ordinary user, and on Windows, the answer is null: the same user as the app.
 *
 * The first of `folders` that belongs to an ordinary user decides. So data created by that user keeps working under
 * sudo, and a start with sudo in a user's clone leaves files that this user can read and remove. Otherwise it is
 * `nobody`, the one unprivileged user that every Unix has: creating a user would change the machine.
 */
export function chooseRunUser(folders: string[]): RunUser | null {
  if (process.getuid?.() !== 0) return null;
  const users = systemUsers();
  for (const folder of folders) {
    const uid = statSync(folder, { throwIfNoEntry: false })?.uid ?? 0;
    const owner = uid !== 0 && users.find((user) => user.uid === uid);
    if (owner) return owner;
  }
  const nobody = users.find((user) => user.name === 'nobody');
  if (nobody) return nobody;
  throw new EmbeddedPostgresError(
    'PostgreSQL refuses to run as root and this machine has no user "nobody": start Sumi as an ordinary user, or set DATABASE_URL.',
  );
}

function systemUsers(): RunUser[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 4)
    .map(([name, , uid, gid]) => ({ name: name ?? '', uid: Number(uid), gid: Number(gid) }));
}
