import { afterAll, beforeAll, expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';

let community: Community;
let admin: Person;
beforeAll(async () => {
  community = await newCommunity();
  admin = await community.person({ role: 'admin' });
});
afterAll(() => community.close());

const path = '/api/videos/settings';
const read = async () => (await community.request(admin, 'GET', path)).json();

it('an administrator sets how the feed is mixed, with an act in the audit log', async () => {
  expect(await read()).toEqual({ discoveryPercent: 20, topicsPercent: 60, newDays: 3 });
  const wanted = { discoveryPercent: 35, topicsPercent: 0, newDays: 7 };
  expect(await (await community.request(admin, 'PUT', path, wanted)).json()).toEqual(wanted);
  expect(await read()).toEqual(wanted);
  const acts = await community.db.selectFrom('auditLog').select(['act', 'detail']).execute();
  expect(acts).toEqual([
    {
      act: 'videos.change-settings',
      detail: {
        discoveryPercent: { from: 20, to: 35 },
        topicsPercent: { from: 60, to: 0 },
        newDays: { from: 3, to: 7 },
      },
    },
  ]);
});

it('setFeedSettings refuses numbers out of their range and people who do not moderate, and changes nothing', async () => {
  const before = await read();
  for (const odd of [{ discoveryPercent: 51 }, { topicsPercent: -1 }, { newDays: 1.5 }, { newDays: '3' }]) {
    const answer = await community.request(admin, 'PUT', path, { ...before, ...odd });
    await expect(answer).toBeRefused(commonRefusals.badInput);
  }
  const teacher = await community.person({ role: 'teacher', verified: true });
  await expect(await community.request(teacher, 'PUT', path, before)).toBeRefused(commonRefusals.notAllowed);
  await expect(await community.request(teacher, 'GET', path)).toBeRefused(commonRefusals.notAllowed);
  expect(await read()).toEqual(before);
});
