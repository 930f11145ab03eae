import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { readAccount } from '../contract.ts';
import { deleteExpired } from './delete-expired.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

async function me(person: Person) {
  return (await answerOf(community.request(person, 'GET', '/api/accounts/me'), readAccount)).account;
}

it('deleteExpired ends sessions that began so many days ago, however much they are used, and those not used', async () => {
  const { db } = community;
  const [old, young, unused] = [await community.person(), await community.person(), await community.person()];
  const set = (id: string, column: 'created_at' | 'expires_at', days: number) =>
    sql`update sessions set ${sql.ref(column)} = now() - make_interval(days => ${days}) where user_id = ${id}`.execute(
      db,
    );
  await set(old.id, 'created_at', 181);
  await set(young.id, 'created_at', 179);
  await set(unused.id, 'expires_at', 1);
  // It is in use: this process remembers who it is.
  expect(await me(old)).not.toBeNull();

  await deleteExpired(180).run(await community.ctxFor());
  const left = await db
    .selectFrom('sessions')
    .select('userId')
    .where('userId', 'in', [old.id, young.id, unused.id])
    .execute();
  expect(left).toEqual([{ userId: young.id }]);
  // Well before a process forgets by itself whom it remembered, which is after 30 seconds.
  await expect.poll(() => me(old), { timeout: 10_000 }).toBeNull();
  expect(await me(young)).not.toBeNull();
});
