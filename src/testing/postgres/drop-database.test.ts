import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#server/embedded-postgres/start-embedded-postgres.ts';
import { dropDatabase } from './drop-database.ts';
import { makeFolder } from './embedded-database.ts';

const folder = makeFolder({ finished: afterAll });
let server: EmbeddedPostgres;

beforeAll(async () => {
  // Autovacuum looks every second and vacuums slowly, so that it is at work for the whole test.
  server = await startEmbeddedPostgres({
    dataDir: folder,
    durable: false,
    settings: {
      autovacuum_naptime: '1s',
      autovacuum_vacuum_cost_delay: '100ms',
      autovacuum_vacuum_cost_limit: '1',
    },
  });
});

afterAll(() => server.stop());

test('dropDatabase drops a database in which an autovacuum worker and a forgotten connection are at work', async () => {
  const owner = await open('sumi', server.connection.user);
  const superuser = await open('postgres', 'postgres');
  await owner.query('create database vacuumed');
  const forgotten = await open('vacuumed', server.connection.user);
  forgotten.on('error', () => {});
  await forgotten.query(
    'create table many as select n, repeat($$x$$, 500) as text from generate_series(1, 20000) n',
  );
  // Autovacuum goes by statistics, which a connection hands in when it gets to it.
  await forgotten.query('delete from many; select pg_stat_force_next_flush()');
  await expect.poll(() => autovacuumWorkers(superuser)).toBe(1);

  // The control: this is what a drop by force comes to.
  await expect(owner.query('drop database vacuumed with (force)')).rejects.toThrow(
    'permission denied to terminate process',
  );
  expect(await autovacuumWorkers(superuser)).toBe(1);

  await dropDatabase(owner, 'vacuumed');
  const { rowCount } = await owner.query(`select from pg_database where datname = 'vacuumed'`);
  expect(rowCount).toBe(0);
  await Promise.all([owner.end(), superuser.end()]);
});

async function open(database: string, user: string): Promise<Client> {
  const client = new Client({ ...server.connection, database, user, ssl: false });
  await client.connect();
  return client;
}

/** Only a superuser is shown what kind of process works in a database. */
async function autovacuumWorkers(superuser: Client): Promise<number | null> {
  const { rowCount } = await superuser.query(
    `select from pg_stat_activity where datname = 'vacuumed' and backend_type = 'autovacuum worker'`,
  );
  return rowCount;
}
