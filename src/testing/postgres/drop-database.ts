import type { Client } from 'pg';

/**
 * Drops a database, and first ends the connections that this role left open in it. Not `drop … with (force)`:
 * that terminates autovacuum workers too, which only a superuser may, and a drop by any other role is refused
 * when it meets one. A plain drop sends the worker away by itself and waits for it.
 */
export async function dropDatabase(client: Client, name: string): Promise<void> {
  await client.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
     where datname = $1 and usename = current_user`,
    [name],
  );
  await client.query(`drop database ${name}`);
}
