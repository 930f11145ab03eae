import type { Client } from 'pg';
import { onlyRow } from '../db/only-row.ts';

/** The name of the database and of the role that owns it. */
export const databaseName = 'sumi';

/**
 * Creates the app's role and database if they are missing. Every start checks, so it completes a first start that
 * was interrupted between the two. The role is not a superuser, because a superuser may run programs and read files:
 * a vulnerability of the app must not become one of the machine. It may create databases, for tests.
 */
export async function createDatabase(client: Client): Promise<void> {
  const { rows } = await client.query<{ role: boolean; database: boolean }>(
    `select exists (select from pg_roles where rolname = $1) as role,
            exists (select from pg_database where datname = $1) as database`,
    [databaseName],
  );
  const { role, database } = onlyRow(rows);
  if (!role) await client.query(`create role ${databaseName} login createdb`);
  if (!database) await client.query(`create database ${databaseName} owner ${databaseName}`);
}
