import { randomUUID } from 'node:crypto';
import { chownSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { databaseName } from './create-database.ts';
import type { Place } from './place-data.ts';

/** The role that a standby signs in as, and the names by which the primary knows it. */
export const standbyName = 'sumi_standby';

type Host = { host: string; port: number };

export type Network = {
  /** Where the database listens beside its socket. */
  listen: Host;
  /** Where a standby looks for the database that it follows. */
  others: readonly Host[];
  /** One password for both roles, that of the servers and that of a standby. */
  password: string;
};

/**
 * The settings of a database that other machines reach. Over the network only the role of the servers and that of a
 * standby may connect, with a password (SCRAM). Every other role, the superuser too, connects over the socket alone.
 * While the data folder says that it is a standby, it follows whichever of the others takes writes; afterwards
 * the last three settings have no effect.
 */
export function networkSettings(place: Place, { listen, others, password }: Network): Record<string, string> {
  const access = writePrivately(
    place,
    'pg_hba.conf',
    [
      'local all all trust',
      `host replication ${standbyName} all scram-sha-256`,
      `host all ${databaseName} all scram-sha-256`,
      'host all all all reject',
      '',
    ].join('\n'),
  );
  // A password among the settings would show in the list of processes.
  const words = writePrivately(place, 'standby.pass', `*:*:*:${standbyName}:${escaped(password)}\n`);
  const primary = {
    host: others.map(({ host }) => host).join(','),
    port: others.map(({ port }) => port).join(','),
    user: standbyName,
    passfile: words,
    application_name: standbyName,
    target_session_attrs: 'primary',
    connect_timeout: '5',
  };
  return {
    listen_addresses: quoted(listen.host),
    port: String(listen.port),
    hba_file: access,
    ...(others.length > 0 && {
      primary_conninfo: asConninfo(primary),
      primary_slot_name: standbyName,
      // The default of five seconds would delay the standby by as much after each restart of its primary.
      wal_retrieve_retry_interval: '500ms',
    }),
  };
}

/** A setting that is a list needs quotes around a part with commas or spaces. */
export function quoted(part: string): string {
  return `"${part.replaceAll('"', '""')}"`;
}

/** A file for the database's user alone, whole or not there. */
function writePrivately({ home, runAs }: Place, name: string, content: string): string {
  const file = join(home, name);
  const unfinished = `${file}.${randomUUID()}`;
  writeFileSync(unfinished, content, { mode: 0o600, flag: 'wx' });
  if (runAs) chownSync(unfinished, runAs.uid, runAs.gid);
  renameSync(unfinished, file);
  return file;
}

function escaped(password: string): string {
  return password.replace(/[\\:]/g, '\\$&');
}

function asConninfo(parts: Record<string, string>): string {
  return Object.entries(parts)
    .map(([name, value]) => `${name}='${value.replace(/['\\]/g, '\\$&')}'`)
    .join(' ');
}
