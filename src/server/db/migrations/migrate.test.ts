import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Community, newCommunity } from '../../../testing/community.ts';
import { waitingForLocks } from '../../../testing/races/waiting-for-locks.ts';
import { OperatorError } from '../../operator-error.ts';
import { type Connection, connect } from '../connect.ts';
import { hashOfMigration, migrate, migrateInTransaction, readMigrations, usualPatience } from './migrate.ts';

let community: Community;
let connection: Connection;
beforeEach(async () => {
  community = await newCommunity();
  connection = connect(community.address);
});
afterEach(async () => {
  await connection.close();
  await community.close();
});

const emptyDatabase = () => sql`drop schema public cascade; create schema public`.execute(connection.db);
const ranMigrations = async () =>
  (await sql<{ name: string }>`select name from migrations order by name`.execute(connection.db)).rows.map(
    ({ name }) => name,
  );

it('migrate runs every migration once, also when two processes start at the same time', async () => {
  await emptyDatabase();
  const [first, second] = await Promise.all([migrate(connection.pool), migrate(connection.pool)]);
  expect([first, second].sort((a, b) => a.length - b.length)).toEqual([[], await ranMigrations()]);
  expect(await ranMigrations()).toContain('0001-server.sql');
  expect(await migrate(connection.pool)).toEqual([]);
});

it('migrate refuses a migration that changed after it ran', async () => {
  await sql`update migrations set hash = 'another' where name = '0001-server.sql'`.execute(connection.db);
  const refusal = migrate(connection.pool);
  await expect(refusal).rejects.toThrow(OperatorError);
  await expect(refusal).rejects.toThrow('0001-server.sql changed after it ran');
});

it('a migration has one hash, whichever ends of lines a checkout gives its file', () => {
  expect(hashOfMigration('select 1;\r\nselect 2;\r\n')).toBe(hashOfMigration('select 1;\nselect 2;\n'));
  expect(hashOfMigration('select 1;')).not.toBe(hashOfMigration('select 2;'));
});

it('migrate refuses the database of an unreleased or newer version in one line and leaves it as it was', async () => {
  await emptyDatabase();
  await sql`create table migrations (name text primary key, hash text not null, ran_at timestamptz default now())`.execute(
    connection.db,
  );
  await sql`insert into migrations (name, hash) values ('0001-events.sql', 'a'), ('0002-accounts.sql', 'b')`.execute(
    connection.db,
  );
  const refusal: Error = await migrate(connection.pool).then(
    () => expect.fail('it ran'),
    (error) => error,
  );
  expect(refusal).toBeInstanceOf(OperatorError);
  expect(refusal.message).toContain('it has the migration 0001-events.sql, which this version does not know');
  expect(refusal.message).toContain('DATA_DIR');
  expect(refusal.message).not.toContain('\n');
  expect(await ranMigrations()).toEqual(['0001-events.sql', '0002-accounts.sql']);
  const { rows } = await sql`select from pg_tables where schemaname = 'public'`.execute(connection.db);
  expect(rows).toHaveLength(1);
});

it('migrate goes on from what was committed after a process was killed between two migrations', async () => {
  await emptyDatabase();
  const client = await connection.pool.connect();
  await client.query('begin');
  await migrateInTransaction(client, { only: (await readMigrations()).filter(({ name }) => name < '0008') });
  await client.query('commit');
  const before = await ranMigrations();
  // The migration of memberships does not need this table, and the next one, of the store, does.
  await client.query('begin');
  await client.query('lock table sumicoins_ledger in row exclusive mode');
  const starting = spawn(process.execPath, ['src/testing/processes/migrate-database.ts'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env.PATH, DATABASE: JSON.stringify(community.address) },
  });
  const exit = once(starting, 'exit');
  await expect.poll(() => waitingForLocks(community.db)).toHaveLength(1);
  starting.kill('SIGKILL');
  await exit;
  await client.query('commit');
  client.release();
  expect(await ranMigrations()).toEqual(before);
  const rest = (await readMigrations()).map(({ name }) => name).filter((name) => !before.includes(name));
  expect(rest.slice(0, 2)).toEqual(['0008-memberships.sql', '0009-store.sql']);
  expect(await migrate(connection.pool)).toEqual(rest);
});

describe('a migration of a table that a long transaction holds', () => {
  const patience = { lockMs: 200, pauseMs: 50, tries: 1000 };

  /**
   * The schema before memberships, whose migration changes the table of payments, and a transaction that holds that.
   */
  async function holdPayments() {
    await emptyDatabase();
    const client = await connection.pool.connect();
    await client.query('begin');
    await migrateInTransaction(client, {
      only: (await readMigrations()).filter(({ name }) => name < '0008'),
    });
    await client.query('commit');
    await client.query('begin');
    await client.query('lock table payments in row exclusive mode');
    return async () => {
      await client.query('commit');
      client.release();
    };
  }
  const write = () => sql`update payments set tier = tier where false`.execute(community.db);

  it('does not keep others from the table, and runs once the table is free', async () => {
    const release = await holdPayments();
    const migrating = migrate(connection.pool, patience);
    await expect.poll(() => waitingForLocks(community.db)).toHaveLength(1);
    // It queues behind the migration, which gives up: the long transaction still holds the table.
    await write();
    await release();
    expect(await migrating).toContain('0008-memberships.sql');
    // How long the product itself lets others wait.
    expect(usualPatience.lockMs).toBeLessThanOrEqual(2000);
  });

  it('is given up in time with one line that says so, and leaves the database as it was', async () => {
    const release = await holdPayments();
    const before = await ranMigrations();
    await expect(migrate(connection.pool, { ...patience, tries: 2 })).rejects.toThrow(OperatorError);
    expect(await ranMigrations()).toEqual(before);
    await release();
  });

  it('the control: keeps others waiting for as long as it waits without a limit', async () => {
    const release = await holdPayments();
    const migrating = migrate(connection.pool, { ...patience, lockMs: 0 });
    await expect.poll(() => waitingForLocks(community.db)).toHaveLength(1);
    const writing = write();
    await expect.poll(() => waitingForLocks(community.db)).toHaveLength(2);
    await release();
    await Promise.all([migrating, writing]);
  });
});
