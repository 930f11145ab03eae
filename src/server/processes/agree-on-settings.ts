import { createHash } from 'node:crypto';
import type pg from 'pg';

/**
 * Announces this process's settings to every other process on the database, and answers the names of those settings
 * that another process has with another value. A setting is announced by a shared advisory lock whose class is a hash
 * of its name and whose number is one of its value, so that two versions compare the settings that both know. The lock
 * ends with the process: a server that was stopped leaves nothing behind, and a setting is changed by stopping all
 * servers. `client` has to stay connected for as long as the process serves. If two processes start at once with
 * different settings, one or both find out.
 */
export async function agreeOnSettings(
  client: Pick<pg.Client, 'query'>,
  settings: Readonly<Record<string, string>>,
): Promise<string[]> {
  const names = Object.keys(settings);
  const numbers = names.map((name) => hashOf(name, settings[name] ?? ''));
  const classes = names.map((name) => hashOf(name));
  await client.query(
    'select pg_advisory_lock_shared(class, number) from unnest($1::int[], $2::int[]) as mine (class, number)',
    [classes, numbers],
  );
  const { rows } = await client.query<{ class: number }>(
    `select distinct mine.class from unnest($1::int[], $2::int[]) as mine (class, number)
     join pg_locks held on held.classid = mine.class::oid and held.objid::bigint <> (mine.number::bigint & 4294967295)
     where held.locktype = 'advisory' and held.objsubid = 2 and held.granted
       and held.database = (select oid from pg_database where datname = current_database())`,
    [classes, numbers],
  );
  const differing = new Set(rows.map((row) => row.class));
  return names.filter((name) => differing.has(hashOf(name)));
}

function hashOf(...words: string[]): number {
  return createHash('sha256').update(words.join('\n')).digest().readInt32BE();
}
