import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Community, newCommunity } from '../../testing/community.ts';
import { connect } from './connect.ts';
import { migrate } from './migrate.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

it('a second run has nothing to do, also when two processes start at once', async () => {
  const { pool, close } = connect(community.address);
  expect(await Promise.all([migrate(pool), migrate(pool)])).toEqual([[], []]);
  await close();
});

it('a migration that changed after it ran is refused', async () => {
  const { db, pool, close } = connect(community.address);
  const [name] = ['0001-events.sql'];
  await sql`update migrations set hash = 'another' where name = ${name}`.execute(db);
  await expect(migrate(pool)).rejects.toThrow('0001-events.sql changed after it ran');
  await close();
});
