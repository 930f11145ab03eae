import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';

/**
 * Has a database read a clock that a test moves, wherever a column or a function of the schema asks for the time.
 * Leases of due work keep the real one: they measure whether a process is alive.
 */
export async function ownClock(db: Db): Promise<(to: Date) => Promise<void>> {
  await sql`create schema moved`.execute(db);
  await sql`create table moved.clock (at timestamptz not null)`.execute(db);
  await sql`insert into moved.clock values (now())`.execute(db);
  await sql`create function moved.now() returns timestamptz language sql stable
    return (select at from moved.clock)`.execute(db);
  await sql
    .raw(`do $$
    declare
      found record;
    begin
      for found in select table_name, column_name from information_schema.columns
        where table_schema = 'public' and column_default ~ '(now|clock_timestamp)\\(\\)'
      loop
        execute format('alter table %I alter column %I set default moved.now()', found.table_name, found.column_name);
      end loop;
      for found in select pg_get_functiondef(oid) as text from pg_proc
        where pronamespace = 'public'::regnamespace and prosrc ~ '\\mnow\\(\\)'
      loop
        execute regexp_replace(found.text, '\\mnow\\(\\)', 'moved.now()', 'g');
      end loop;
    end $$`)
    .execute(db);
  return async (to) => {
    await sql`update moved.clock set at = ${to}`.execute(db);
  };
}

/** A query that asks for the time, as of the moved clock. */
export function byMovedClock(query: string): string {
  return query.replaceAll(/\bnow\(\)/g, 'moved.now()');
}

/** Keeps a copy of every notice, and when one was taken back, whatever becomes of its row. */
export async function copyNotices(db: Db): Promise<void> {
  await sql
    .raw(`create table moved.told as
      select id, user_id, kind, about, detail, created_at, null::timestamptz as withdrawn_at
      from notifications where false;
    alter table moved.told add primary key (id);
    create function moved.keep() returns trigger language plpgsql as $$
    begin
      insert into moved.told select id, user_id, kind, about, detail, created_at from fresh;
      return null;
    end $$;
    create function moved.note_withdrawal() returns trigger language plpgsql as $$
    begin
      update moved.told set withdrawn_at = moved.now() from gone where told.id = gone.id;
      return null;
    end $$;
    create trigger kept after insert on notifications referencing new table as fresh
      for each statement execute function moved.keep();
    create trigger withdrawn after delete on notifications referencing old table as gone
      for each statement execute function moved.note_withdrawal()`)
    .execute(db);
}
