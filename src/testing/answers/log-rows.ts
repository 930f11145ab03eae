import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';

/** A row as it was inserted or changed to, by its columns in camelCase. */
export type WrittenRow = { table: string; values: Record<string, unknown> };

/** From here on each row that is inserted or changed is logged; the function answers those since it was last asked. */
export async function logRows(db: Db): Promise<() => Promise<WrittenRow[]>> {
  await logging.execute(db);
  return async () => {
    const { rows } = await sql<{ table: string; written: string }>`
      with taken as (delete from rows_seen returning *)
      select "table", written::text from taken order by nr`.execute(db);
    return rows.map(({ table, written }) => ({ table, values: camelKeys(JSON.parse(written)) }));
  };
}

const camelKeys = (row: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(row).map(([column, value]) => [camelCase(column), value]));

export const camelCase = (column: string) => column.replaceAll(/_(\w)/g, (_, letter) => letter.toUpperCase());

const logging = sql`
  do $$
  declare
    each_table text;
  begin
    create table rows_seen (nr bigint generated always as identity, "table" text, written jsonb);
    create function log_row() returns trigger language plpgsql as
      'begin insert into rows_seen ("table", written) values (tg_table_name, to_jsonb(new)); return null; end';
    for each_table in select tablename from pg_tables
      where schemaname = 'public' and tablename not in ('rate_limits', 'rows_seen')
    loop
      execute format('create trigger zz_log_row after insert or update on %I
        for each row execute function log_row()', each_table);
    end loop;
  end $$`;
