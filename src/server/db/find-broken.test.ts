import { expect, it } from 'vitest';
import { newCommunity } from '../../testing/community.ts';
import { connect } from './connect.ts';
import { findBroken } from './find-broken.ts';

it('findBroken waits for an invariant that takes longer than a statement of a request may', async () => {
  const community = await newCommunity();
  const { db, pool, close } = connect(community.address, { poolSize: 1 });
  await pool.query(`set statement_timeout = '100ms'`);
  const slow = { name: 'no row takes a second', query: 'select pause::text from pg_sleep(1) as pause' };
  expect(await findBroken(db, [slow])).toEqual([{ name: slow.name, rows: [{ pause: '' }] }]);
  const { rows } = await pool.query('show statement_timeout');
  expect(rows).toEqual([{ statement_timeout: '100ms' }]);
  await close();
  await community.close();
});
