import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { PreparingClient } from '#server/db/preparing-client.ts';
import { type Community, newCommunity } from '../../testing/community.ts';
import { notify } from './notify.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

it('notify sends the same statements for one recipient and for many, so that they stay prepared', async () => {
  const people = await Promise.all([1, 2, 3].map(() => community.person()));
  const ctx = await community.ctxFor();
  const asked = vi.spyOn(PreparingClient.prototype, 'query');
  const statementsFor = async (to: string[]) => {
    asked.mockClear();
    await notify(ctx, { to, kind: 'teachers.approved', link: '/teacher' });
    const texts = (asked.mock.calls as unknown[][]).map(([text]) => text);
    return texts.filter((text) => /"users"|"notifications"|"notice_deliveries"|put_due/.test(String(text)));
  };
  const [first = '', ...others] = people.map(({ id }) => id);
  const forOne = await statementsFor([first]);
  expect(forOne).toHaveLength(5);
  expect(await statementsFor(others)).toEqual(forOne);
  asked.mockRestore();
});
