import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Community, newCommunity } from '../../../testing/community.ts';
import { watchBystander } from '../../../testing/rows/watch-bystander.ts';
import { personWithPassword } from '../../../testing/sign-in.ts';
import { removeOtherWaysIn } from './remove-other-ways-in.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

const ways = ['passkeys', 'passkey_challenges', 'phones', 'sign_in_methods', 'two_factors'];

it('removeOtherWaysIn leaves an account its password alone, and every other account all of its ways in', async () => {
  const { bystander, rows: rowsOfBystander } = await watchBystander(community);
  const { id } = await personWithPassword(community);
  for (const statement of [
    sql`insert into passkeys (user_id, credential_id, public_key, counter, synced, name)
      values (${id}, 'credential-of-an-intruder', 'public', 0, false, 'Laptop')`,
    sql`insert into passkey_challenges (user_id, challenge, expires_at)
      values (${id}, 'of an intruder', now() + interval '1 minute')`,
    sql`insert into phones (user_id, number) values (${id}, '+525500000001')`,
    sql`insert into sign_in_methods (user_id, provider_id, account_id)
      values (${id}, 'google', 'of an intruder'), (${bystander.id}, 'google', 'their own')`,
    sql`insert into two_factors (user_id, secret, backup_codes, verified) values (${id}, 'x', 'x', true)`,
  ]) {
    await statement.execute(community.db);
  }
  const left = async () => {
    const counts: Record<string, number> = {};
    for (const table of ways) {
      const { rows } = await sql<{ n: number }>`
        select count(*)::integer as n from ${sql.table(table)} where user_id = ${id}`.execute(community.db);
      counts[table] = rows[0]?.n ?? 0;
    }
    return counts;
  };
  const ofBystander = await rowsOfBystander();
  await removeOtherWaysIn(await community.ctxFor(), id, { keepsFactor: true });
  const none = { passkeys: 0, passkey_challenges: 0, phones: 0, sign_in_methods: 1 };
  expect(await left()).toEqual({ ...none, two_factors: 1 });
  await removeOtherWaysIn(await community.ctxFor(), id);
  expect(await left()).toEqual({ ...none, two_factors: 0 });
  expect(await rowsOfBystander()).toEqual(ofBystander);
});
