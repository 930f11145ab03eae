import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';

export type Writes = {
  /** The number of rows written so far. */
  count: number;
  /** The table of the last of them. */
  table: string | null;
};

/**
 * From here on each row that a committed transaction writes, changes or removes is counted; a rollback undoes its
 * count too. `rate_limits` alone is left out: it counts the attempts that are refused as well.
 */
export async function countWrites(db: Db): Promise<() => Promise<Writes>> {
  await counters.execute(db);
  return async () => {
    const { rows } = await sql<Writes>`select count, last_table as "table" from writes_seen`.execute(db);
    return rows[0] ?? { count: -1, table: null };
  };
}

const counters = sql`
  do $$
  declare
    each_table text;
  begin
    create table writes_seen (count integer not null, last_table text);
    insert into writes_seen values (0);
    create function see_write() returns trigger language plpgsql as
      'begin update writes_seen set count = count + 1, last_table = tg_table_name; return null; end';
    for each_table in select tablename from pg_tables
      where schemaname = 'public' and tablename not in ('rate_limits', 'writes_seen')
    loop
      execute format('create trigger zz_see_write after insert or update or delete on %I
        for each row execute function see_write()', each_table);
    end loop;
  end $$`;
