import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';

export type DiskOfTables = {
  /** The tables that a committed transaction has written since this was asked last. */
  takeWritten(): Promise<string[]>;
  /** From here on each write to this table fails as on a full disk; null ends that. */
  fill(table: string | null): Promise<void>;
};

/** Lets a test see which tables a request writes, and fill the disk under one of them. */
export async function diskOfTables(db: Db): Promise<DiskOfTables> {
  await triggers.execute(db);
  return {
    async takeWritten() {
      const { rows } = await sql<{ name: string }>`delete from tables_written returning name`.execute(db);
      return rows.map(({ name }) => name).sort();
    },
    async fill(table) {
      await sql`delete from tables_full`.execute(db);
      if (table) await sql`insert into tables_full values (${table})`.execute(db);
    },
  };
}

const triggers = sql`
  do $$
  declare
    each_table text;
  begin
    create table tables_full (name text not null);
    create table tables_written (name text primary key);
    create function write_to_disk() returns trigger language plpgsql as
      'begin
        if exists (select from tables_full where name = tg_table_name) then
          raise exception ''could not extend file: No space left on device'' using errcode = ''53100'';
        end if;
        insert into tables_written values (tg_table_name) on conflict do nothing;
        return null;
      end';
    for each_table in select tablename from pg_tables
      where schemaname = 'public' and tablename not in ('tables_full', 'tables_written')
    loop
      execute format('create trigger zz_write_to_disk after insert or update or delete on %I
        for each row execute function write_to_disk()', each_table);
    end loop;
  end $$`;
