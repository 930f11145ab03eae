import { betterAuth } from 'better-auth';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { newCommunity } from '../../../testing/community.ts';

it('the tables of accounts hold all that the sign-in library writes', async () => {
  const community = await newCommunity();
  const { options } = community.authentication;
  const compare = async () => {
    const database = { ...options.advanced.database, validateSchema: true };
    const { checkSchema } = await betterAuth({ ...options, advanced: { ...options.advanced, database } })
      .$context;
    if (!checkSchema) throw new Error('The library compares no tables.');
    await checkSchema();
  };
  await compare();
  await sql`alter table sessions rename column user_agent to agent`.execute(community.db);
  await expect(compare()).rejects.toThrow(/user_?agent/i);
  await sql`alter table sessions rename column agent to user_agent`.execute(community.db);
  await community.close();
});
