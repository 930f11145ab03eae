import type pg from 'pg';
import { onlyRow } from '../db/only-row.ts';
import type { TableContent } from './manifest.ts';

export type Table = { name: string; columns: string[] };

/** The tables of the schema at hand, with the columns that are stored as they are written. */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = current_schema()
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind = 'r' and c.relpersistence <> 't' and not exists (
      select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
    group by c.relname order by c.relname collate "C"`);
  return rows;
}

/** Each sequence with the last number it gave. Sequences are outside of transactions: they may be ahead of the rows. */
export async function listSequences(client: pg.ClientBase): Promise<{ name: string; last: string | null }[]> {
  const { rows } = await client.query<{ name: string; last: string | null }>(`
    select sequencename::text as name, last_value::text as last from pg_sequences
    where schemaname = current_schema() order by sequencename collate "C"`);
  return rows;
}

/**
 * Counts and hashes the rows of a table: the sum of a hash of each row's text, so that their order does not count.
 * Takes the text that `setFixedFormats` makes the same everywhere.
 */
export async function hashTable(client: pg.ClientBase, { name, columns }: Table): Promise<TableContent> {
  const row = `row(${columns.map((column) => quoted(column)).join(', ')})::text`;
  const { rows } = await client.query<{ rows: string; hash: string }>(`
    select count(*)::text as rows, coalesce(sum(
      ('x' || encode(substr(sha256(convert_to(${row}, 'UTF8')), 1, 8), 'hex'))::bit(64)::bigint), 0)::text as hash
    from ${quoted(name)}`);
  const counted = onlyRow(rows);
  return { name, columns, rows: Number(counted.rows), hash: counted.hash };
}

/**
 * Until the end of the transaction, values have the same text on every server, and neither statements nor locks have a
 * time limit.
 */
export async function setFixedFormats(client: pg.ClientBase): Promise<void> {
  await client.query(`
    set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres';
    set local extra_float_digits = 1; set local bytea_output = 'hex'; set local client_encoding = 'UTF8';
    set local statement_timeout = 0; set local lock_timeout = 0;
    set local idle_in_transaction_session_timeout = 0; set local transaction_timeout = 0`);
}

/** How many Sumi servers are connected to this database. */
export async function countServers(client: pg.ClientBase): Promise<number> {
  // `connect` names its connections so; those of other users have no name for us.
  const { rows } = await client.query(`
    select distinct application_name from pg_stat_activity
    where datname = current_database() and application_name ~ '^sumi \\d+$'`);
  return rows.length;
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
