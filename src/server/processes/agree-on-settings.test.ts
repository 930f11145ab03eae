import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest';
import { type Community, newCommunity } from '../../testing/community.ts';
import { databaseNamed } from '../../testing/postgres/postgres-for-tests.ts';
import { clientConfig, connect, type DbAddress } from '../db/connect.ts';
import { followEvents } from '../events/follow-events.ts';
import { createLog } from '../log.ts';
import { agreeOnSettings } from './agree-on-settings.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

/** A server process, as far as its settings go. */
async function start(settings: Record<string, string>, address: DbAddress = community.address) {
  const client = new pg.Client(clientConfig(address));
  await client.connect();
  onTestFinished(() => client.end());
  return { differing: await agreeOnSettings(client, settings), stop: () => client.end() };
}

const settings = { SECRET: 'one', APP_URL: 'https://sumi.example' };

it('servers with equal settings start on one database', async () => {
  expect((await start(settings)).differing).toEqual([]);
  expect((await start(settings)).differing).toEqual([]);
});

it('a server is told which settings another one that runs has otherwise', async () => {
  await start(settings);
  expect((await start({ ...settings, SECRET: 'another' })).differing).toEqual(['SECRET']);
  const other = { SECRET: 'another', APP_URL: 'https://other.example' };
  expect((await start(other)).differing).toEqual(['SECRET', 'APP_URL']);
});

it('other settings are welcome once every server with the earlier ones has stopped', async () => {
  const { stop } = await start(settings);
  await stop();
  await expect
    .poll(async () => {
      const changed = await start({ ...settings, SECRET: 'another' });
      await changed.stop();
      return changed.differing;
    })
    .toEqual([]);
});

it('a community in another database of the same PostgreSQL has settings of its own', async () => {
  await start(settings);
  const elsewhere = databaseNamed(inject('postgres'), inject('template'));
  const other = await start({ ...settings, SECRET: 'another' }, elsewhere);
  expect(other.differing).toEqual([]);
  await other.stop();
});

it('a process that lost its connection says its settings again on the next one', async () => {
  const { db, close } = connect(community.address, { poolSize: 2 });
  const found: string[][] = [];
  const follower = await followEvents(db, community.address, createLog('silent'), {
    onListening: async (client) => void found.push(await agreeOnSettings(client, settings)),
  });
  onTestFinished(async () => {
    await follower.stop();
    await close();
  });
  expect(found).toEqual([[]]);
  await sql`select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and objsubid = 2
      and database = (select oid from pg_database where datname = current_database())`.execute(community.db);
  await expect.poll(() => found.length).toBe(2);
  expect((await start({ ...settings, SECRET: 'another' })).differing).toEqual(['SECRET']);
});

it('servers of two versions start beside each other where one knows a setting more, whatever its place', async () => {
  await start(settings);
  const { differing, stop } = await start({ CONFIRM_EMAIL: 'later', ...settings });
  expect(differing).toEqual([]);
  await stop();
  expect((await start({ CONFIRM_EMAIL: 'later', ...settings, SECRET: 'another' })).differing).toEqual([
    'SECRET',
  ]);
});
