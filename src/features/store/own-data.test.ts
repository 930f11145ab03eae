import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerOf } from '../../testing/answers/answer-of.ts';
import { type Community, newCommunity } from '../../testing/community.ts';
import { leaveCommunity, personWithPassword } from '../../testing/sign-in.ts';
import { buyItem } from './contract.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

it('the deletion of an account refunds the orders that wait, and tells the open pages of administrators', async () => {
  const admin = await community.person({ role: 'admin' });
  const person = await personWithPassword(community, { coins: 150 });
  const bought = community.request(
    person,
    'POST',
    '/api/store/orders',
    { itemId: 'custom-avatar' },
    { 'idempotency-key': randomUUID() },
  );
  const { order } = await answerOf(bought, buyItem);
  await leaveCommunity(community, person);
  const left = await community.db
    .selectFrom('orders')
    .select(['status', 'settledBy'])
    .where('id', '=', order.id)
    .executeTakeFirst();
  expect(left).toEqual({ status: 'refunded', settledBy: person.id });
  const told = await community.db
    .selectFrom('events')
    .select('audience')
    .where('kind', '=', 'store.changed')
    .where('subject', '=', order.id)
    .execute();
  expect(told.flatMap(({ audience }) => audience)).toContain(admin.id);
});
