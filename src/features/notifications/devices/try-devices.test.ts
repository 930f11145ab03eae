import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Community, newCommunity } from '../../../testing/community.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

it('tryDevices sends a member a notice where they have a device of their own, and else nothing', async () => {
  const [person, without] = [await community.person(), await community.person()];
  await sql`insert into push_subscriptions (endpoint, user_id, session_id, p256dh, auth)
    select 'https://push.example.org/1', user_id, id, repeat('A', 87), repeat('A', 22)
    from sessions where user_id = ${person.id} limit 1`.execute(community.db);
  const asked = async (who: typeof person) => {
    const answer = await community.request(who, 'POST', '/api/notifications/devices/trial');
    return answer.json();
  };
  expect([await asked(person), await asked(without)]).toEqual([{ devices: 1 }, { devices: 0 }]);
  const told = await community.db.selectFrom('notifications').select('userId').execute();
  expect(told).toEqual([{ userId: person.id }]);
});
