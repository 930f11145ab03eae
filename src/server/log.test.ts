import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Community, newCommunity } from '../testing/community.ts';
import { describeError } from './log.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

it.each([
  [
    'an address that is taken',
    sql`insert into users (name, email) values ('A', 'marca@private.example'), ('B', 'marca@private.example')`,
  ],
  ['a row that breaks a rule', sql`insert into users (name, email) values ('', 'marca@private.example')`],
  ['a value of the wrong kind', sql`select ${'marca@private.example'}::uuid`],
])('the log entry of an error in %s quotes no value of it', async (_what, statement) => {
  const error = await statement.execute(community.db).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Error);
  const line = JSON.stringify(describeError(error));
  expect(line).not.toContain('marca');
  expect(line).toContain('"code":"2');
});
