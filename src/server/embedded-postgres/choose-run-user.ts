import { readFileSync, statSync } from 'node:fs';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

export type RunUser = { uid: number; gid: number; name: string };

/**
 * Whom PostgreSQL runs as. It refuses to run as root, so a root start steps down; anyone else (and
 * Windows) runs it as themselves: null.
 *
 * `folders` are looked at in order, and the first that belongs to an ordinary user decides: data made by
 * that user keeps working under sudo, and a start under sudo in somebody's clone leaves files they can
 * read and remove. Otherwise it is `nobody`, the one unprivileged user every Unix has; making a user of
 * our own would change the machine.
 */
export function chooseRunUser(folders: string[]): RunUser | null {
  if (process.getuid?.() !== 0) return null;
  const users = knownUsers();
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

function knownUsers(): RunUser[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 4)
    .map(([name, , uid, gid]) => ({ name: name ?? '', uid: Number(uid), gid: Number(gid) }));
}
