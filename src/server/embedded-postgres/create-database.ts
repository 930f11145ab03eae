import type { Client } from 'pg';

/** The name of the database and of the role that owns it. */
export const DATABASE = 'sumi';

/**
 * Makes the app's role and database where they are missing; checked at every start, so a first start cut
 * short between the two is finished by the next. The role is no superuser: a hole in the app must not become
 * one in the machine (a superuser may run programs and read files). It may create databases, for tests.
 */
export async function createDatabase(client: Client): Promise<void> {
  const { rows } = await client.query<{ role: boolean; database: boolean }>(
    `select exists (select from pg_roles where rolname = $1) as role,
            exists (select from pg_database where datname = $1) as database`,
    [DATABASE],
  );
  if (!rows[0]?.role) await client.query(`create role ${DATABASE} login createdb`);
  if (!rows[0]?.database) await client.query(`create database ${DATABASE} owner ${DATABASE}`);
}
