import { once } from 'node:events';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { hashTable, listTables, quoted, type Table } from './describe-tables.ts';
import type { TableContent } from './manifest.ts';
import { damaged } from './read-archive.ts';

type ForeignKey = { table: string; name: string; definition: string };

/**
 * Prepares all tables to be loaded in any order: empties them, disables the triggers, because the backup has what they
 * wrote, and drops the foreign keys. The answer puts keys and triggers back, and checks every row against the keys.
 * An owner may do all of that; `session_replication_role` would take a superuser.
 */
export async function openTables(client: pg.ClientBase): Promise<() => Promise<void>> {
  const tables = (await listTables(client)).map(({ name }) => quoted(name));
  const { rows: keys } = await client.query<ForeignKey>(`
    select c.conrelid::regclass::text as table, quote_ident(c.conname) as name,
      pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_namespace n on n.oid = c.connamespace
    where c.contype = 'f' and n.nspname = current_schema() order by c.oid`);
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
  for (const table of tables) {
    const { rows } = await client.query(`select from ${table} limit 1`);
    // To truncate the others too would rewrite some hundred files.
    if (rows.length > 0) await client.query(`truncate ${table}`);
  }
  return async () => {
    for (const { table, name, definition } of keys) {
      await client.query(`alter table ${table} add constraint ${name} ${definition}`);
    }
    for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
  };
}

/** Loads an entry of a backup, and answers how many rows it had. */
export async function loadTable(
  client: pg.ClientBase,
  { name, columns }: Table,
  bytes: Buffer,
): Promise<number> {
  const list = columns.map((column) => quoted(column)).join(', ');
  const stream = client.query(copyFrom(`copy ${quoted(name)} (${list}) from stdin`));
  stream.end(bytes);
  await once(stream, 'finish');
  return stream.rowCount;
}

/** Compares every row with what the backup's manifest says. @throws OperatorError at the first table that differs. */
export async function compareTables(
  client: pg.ClientBase,
  file: string,
  expected: readonly TableContent[],
): Promise<void> {
  for (const table of expected) {
    const found = await hashTable(client, table);
    if (found.rows === table.rows && found.hash === table.hash) continue;
    const rows = `${table.name} has ${found.rows} rows here and ${table.rows} in the backup`;
    throw damaged(file, found.rows === table.rows ? `the rows of ${table.name} differ` : rows);
  }
}
