import { betterAuth } from 'better-auth';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Community, newCommunity } from '../../../testing/community.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

/** The sign-in library as the product makes it, with this said of its comparison of tables. */
async function library({ validateSchema }: { validateSchema: boolean }, db = community.db) {
  const { options } = community.authentication;
  const advanced = { ...options.advanced, database: { ...options.advanced.database, validateSchema } };
  return (await betterAuth({ ...options, advanced, database: { ...options.database, db } }).$context)
    .checkSchema;
}

it('the tables of accounts hold all that the sign-in library writes', async () => {
  const compare = async () => (await library({ validateSchema: true }))?.();
  await compare();
  await sql`alter table sessions rename column user_agent to agent`.execute(community.db);
  await expect(compare()).rejects.toThrow(/user_?agent/i);
  await sql`alter table sessions rename column agent to user_agent`.execute(community.db);
});

it('the sign-in library asks the database nothing before the first sign-in, whose fault would be that of every one', async () => {
  let asked = 0;
  const counting = community.db.withPlugin({
    transformQuery: ({ node }) => {
      asked++;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const asksBy = async (validateSchema: boolean) => {
    asked = 0;
    await (await library({ validateSchema }, counting))?.();
    return asked;
  };
  expect(await asksBy(true)).toBeGreaterThan(0);
  const { validateSchema } = community.authentication.options.advanced.database;
  expect(await asksBy(validateSchema)).toBe(0);
});
