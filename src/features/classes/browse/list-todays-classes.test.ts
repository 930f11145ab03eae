import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { insertClass, minutesFromNow, now } from '../../../testing/class-scene.ts';
import { type Community, newCommunity } from '../../../testing/community.ts';
import { listTodaysClasses } from '../contract.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

it('the clubs of today keep one of last night until it ends', async () => {
  community.setNow(now);
  const teacher = await community.person({ role: 'teacher', verified: true });
  // There it is 00:00.
  const reader = await community.person({ zone: 'Pacific/Honolulu' });
  const club = { kind: 'club', durationMinutes: 60 } as const;
  const on = await insertClass(community.db, teacher, { ...club, startsAt: minutesFromNow(-30) });
  await insertClass(community.db, teacher, { ...club, startsAt: minutesFromNow(-61) });
  const readIds = async () => {
    const { items } = await answerOf(
      community.request(reader, 'GET', '/api/classes/today'),
      listTodaysClasses,
    );
    return items.map(({ id }) => id);
  };
  expect(await readIds()).toEqual([on]);
  community.setNow(minutesFromNow(31));
  expect(await readIds()).toEqual([]);
});
