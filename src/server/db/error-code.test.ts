import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Community, newCommunity } from '../../testing/community.ts';
import { brokenConstraint, errorCode } from './error-code.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
  await sql`create table places (seat integer constraint seats_are_few check (seat < 10))`.execute(
    community.db,
  );
});
afterAll(() => community.close());

it('the code and the constraint of a refused row are found however often its error is wrapped', async () => {
  const refused = sql`insert into places values (10)`.execute(community.db);
  let error = await refused.then(
    () => null,
    (error: unknown) => error,
  );
  expect(error).not.toBeNull();
  for (const library of ['none', 'one', 'two']) {
    expect(errorCode(error), library).toBe('23514');
    expect(brokenConstraint(error), library).toBe('seats_are_few');
    error = new Error('The adapter failed.', { cause: error });
  }
});

it('an error of anything else has no code of the database', () => {
  const ofNode = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const asLong = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
  for (const error of [ofNode, asLong, new Error('refused', { cause: '23505' }), { code: '23505' }, null])
    expect(errorCode(error)).toBeUndefined();
});
