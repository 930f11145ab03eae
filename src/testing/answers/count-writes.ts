import { sql } from 'kysely';
import pg from 'pg';
import { clientConfig, type Db, type DbAddress } from '#server/db/connect.ts';
import { onlyRow } from '#server/db/only-row.ts';

export type Writes = {
  /** The number of rows written so far. */
  count: number;
  /** The table of the last of them. */
  table: string | null;
  /** How many notifications with a payload listening servers have received, and the last of them. */
  notified: number;
  lastNotification: string | null;
};

/**
 * From here on each row that a committed transaction writes, changes or removes is counted; a rollback undoes its
 * count too. `rate_limits` alone is left out: it counts the attempts that are refused as well. Each NOTIFY that says
 * something is counted too. One without a payload only has servers read the table of events, whose rows are counted.
 */
export async function countWrites(community: { db: Db; address: DbAddress }): Promise<() => Promise<Writes>> {
  await counters.execute(community.db);
  // Ended with every other connection when the database of the test is dropped.
  const listening = new pg.Client(clientConfig(community.address));
  listening.on('error', () => {});
  let notified = 0;
  let lastNotification: string | null = null;
  listening.on('notification', ({ channel, payload }) => {
    if (!payload) return;
    notified += 1;
    lastNotification = `${channel} ${payload}`;
  });
  await listening.connect();
  for (const channel of ['events', 'access']) await listening.query(`listen ${channel}`);
  return async () => {
    // PostgreSQL sends the notifications before it says that a statement of this connection is done.
    const { rows } = await listening.query<Pick<Writes, 'count' | 'table'>>(
      'select count, last_table as "table" from writes_seen',
    );
    return { ...onlyRow(rows), notified, lastNotification };
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
