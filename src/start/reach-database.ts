import type pg from 'pg';
import { listTables } from '#server/backup/describe-tables.ts';
import { type DbAddress, newClient } from '#server/db/connect.ts';
import { onlyRow } from '#server/db/only-row.ts';
import { ConfigError } from '../config.ts';

/** A database on a busy machine takes seconds to let a server in; one that is not there refuses at once. */
const connectMs = 30_000;
/** PostgreSQL 18 has `uuidv7()`. */
const leastVersion = 18;

/**
 * Connects once to the database that `DATABASE_URL` names, so that a wrong address, password or name, and a database
 * that cannot hold the community, are told in one line, and not as a fault of a migration. @throws ConfigError
 */
export async function reachDatabase(url: string): Promise<DbAddress> {
  const client = newClient({ url }, { connectionTimeoutMillis: connectMs });
  try {
    await client.connect();
    await refuseUnfit(client);
    return { url };
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const { message, code } = error as NodeJS.ErrnoException;
    throw new ConfigError(`DATABASE_URL: the database cannot be used: ${message || code}`, { cause: error });
  } finally {
    client.end().catch(() => {});
  }
}

async function refuseUnfit(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{
    name: string;
    role: string;
    encoding: string;
    version: number;
    mayCreate: boolean;
  }>(
    `select current_database() as name, current_user as role, current_setting('server_encoding') as encoding,
      current_setting('server_version_num')::int / 10000 as version,
      coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayCreate"`,
  );
  const { name, role, encoding, version, mayCreate } = onlyRow(rows);
  if (version < leastVersion) {
    throw new ConfigError(
      `DATABASE_URL: the server is PostgreSQL ${version}, and Sumi needs ${leastVersion}: update it, or leave DATABASE_URL out for the embedded one.`,
    );
  }
  if (encoding !== 'UTF8') {
    throw new ConfigError(
      `DATABASE_URL: the database ${name} has the encoding ${encoding}: make one with create database … encoding 'UTF8' template template0.`,
    );
  }
  if (!mayCreate) {
    throw new ConfigError(
      `DATABASE_URL: the role ${role} may not make tables in ${name}: alter database ${name} owner to ${role} lets it.`,
    );
  }
  const tables = (await listTables(client)).map((table) => table.name);
  if (tables.length > 0 && !tables.includes('migrations')) {
    throw new ConfigError(
      `DATABASE_URL: the database ${name} has tables of another program (${tables[0]}): name an empty one that is Sumi's alone.`,
    );
  }
}
