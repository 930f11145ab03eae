import path from 'node:path';
import { type DbHost, hostsOf, isSameHost } from '#server/db/database-hosts.ts';
import { databaseName } from '#server/embedded-postgres/create-database.ts';
import type { SharedDatabase } from '#server/standby/run-database.ts';
import { ConfigError } from './config-error.ts';

type Settings = {
  DATABASE_URL?: string | undefined;
  DATABASE_REPLICA_URL?: string | undefined;
  DATABASE_LISTEN?: string | undefined;
  SHARED_PAGES_MB?: number | undefined;
  STANDBY_SYNC?: 'yes' | 'no' | undefined;
  WAL_ARCHIVE?: string | undefined;
  WAL_ARCHIVE_DAYS?: number | undefined;
};

/** Guessing is not limited, so that the password has to be a long one. */
const shortestPassword = 16;

/** Null: only the moments of backups can be restored. */
export function archiveOf(set: Settings) {
  if (!set.WAL_ARCHIVE) {
    if (set.WAL_ARCHIVE_DAYS)
      throw new ConfigError('WAL_ARCHIVE_DAYS: goes with WAL_ARCHIVE, which is not set.');
    return null;
  }
  if (set.DATABASE_URL) {
    throw new ConfigError('WAL_ARCHIVE: is for the embedded database; with DATABASE_URL, leave it out.');
  }
  return { folder: path.resolve(set.WAL_ARCHIVE), days: set.WAL_ARCHIVE_DAYS ?? 7 };
}

/**
 * The embedded database of this machine, where servers or a standby on others reach it too. Null: it is not, or none.
 */
export function sharedDatabaseOf(set: Settings): SharedDatabase | null {
  const { DATABASE_URL: url, DATABASE_LISTEN: listens } = set;
  const hosts = url ? hostsOf(url) : null;
  if (url?.includes(',') && !hosts) {
    throw new ConfigError('DATABASE_URL: several hosts are written as one:5432,two:5432.');
  }
  if (!listens) {
    if (set.STANDBY_SYNC) throw new ConfigError('STANDBY_SYNC: goes with DATABASE_LISTEN, which is not set.');
    return null;
  }
  const listen = hostsOf(`postgresql://${listens}`)?.[0];
  if (!url || !hosts || !listen || !isOneOf(hosts, listen)) {
    throw new ConfigError(
      'DATABASE_LISTEN: must be one of the hosts of DATABASE_URL, as it is written there.',
    );
  }
  const { user, name, password } = identityOf(url);
  if (user !== databaseName || name !== databaseName || password.length < shortestPassword) {
    throw new ConfigError(
      `DATABASE_URL: with DATABASE_LISTEN, it is postgresql://${databaseName}:PASSWORD@HOSTS/${databaseName}, with a password of ${shortestPassword} characters or more.`,
    );
  }
  return { url, hosts, listen, password, sync: set.STANDBY_SYNC === 'yes' };
}

/** Where reads may go that may be a second old. Null: to the database itself. */
export function replicaOf(set: Settings): string | null {
  const { DATABASE_REPLICA_URL: url } = set;
  if (!url) return null;
  if (!set.DATABASE_URL) {
    throw new ConfigError('DATABASE_REPLICA_URL: goes with DATABASE_URL, which is not set.');
  }
  if (!hostsOf(url)) {
    throw new ConfigError('DATABASE_REPLICA_URL: is written as postgresql://user:password@two:5432/sumi.');
  }
  if (set.SHARED_PAGES_MB === 0) {
    throw new ConfigError(
      'DATABASE_REPLICA_URL: what is read there are shared pages, and SHARED_PAGES_MB is 0.',
    );
  }
  return url;
}

const isOneOf = (hosts: readonly DbHost[], host: DbHost) => hosts.some((one) => isSameHost(one, host));

function identityOf(url: string): { user: string; password: string; name: string } {
  const [, user = '', password = '', name = ''] = /^\w+:\/\/([^:@]*):?([^@]*)@[^/]*\/([^?]*)/.exec(url) ?? [];
  try {
    return { user: decodeURIComponent(user), password: decodeURIComponent(password), name };
  } catch {
    throw new ConfigError('DATABASE_URL: the password holds a % that stands for nothing.');
  }
}
