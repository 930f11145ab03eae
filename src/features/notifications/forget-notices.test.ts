import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Community, newCommunity } from '../../testing/community.ts';
import { forgetNotices } from './forget-notices.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

it('forgetNotices deletes notices after so many days and keeps the others', async () => {
  const { db } = community;
  const { id: userId } = await community.person();
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000);
  await db
    .insertInto('notifications')
    .values([
      { userId, kind: 'test.old', createdAt: daysAgo(91) },
      { userId, kind: 'test.old-and-read', createdAt: daysAgo(91), readAt: new Date() },
      { userId, kind: 'test.recent', createdAt: daysAgo(89) },
    ])
    .execute();
  await forgetNotices(90).run(await community.ctxFor());
  expect(await db.selectFrom('notifications').select('kind').execute()).toEqual([{ kind: 'test.recent' }]);
});
