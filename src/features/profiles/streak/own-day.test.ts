import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { ownDay } from './own-day.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

describe('the own day', () => {
  const move = (person: Person, to: string) =>
    community.request(person, 'PATCH', '/api/profiles/me', { zone: to });
  const dayOf = (person: Person, instant: string) => ownDay(community, person.id, new Date(instant));

  it('ends where it began when its person travels east, and no day is lost', async () => {
    const ana = await community.person({ zone: 'America/Los_Angeles' });
    community.setNow(new Date('2027-01-04T20:00:00Z'));
    expect((await move(ana, 'Asia/Tokyo')).status).toBe(200);
    // In Tokyo it is the 5th already. In Los Angeles the 4th ends at 08:00 UTC.
    expect(await dayOf(ana, '2027-01-05T07:59:00Z')).toBe('2027-01-04');
    expect(await dayOf(ana, '2027-01-05T08:00:00Z')).toBe('2027-01-05');
    expect(await dayOf(ana, '2027-01-05T15:00:00Z')).toBe('2027-01-06');
    // What was before the journey stays on the days that it was on.
    expect(await dayOf(ana, '2027-01-04T19:00:00Z')).toBe('2027-01-04');
  });

  it('is not lived twice by travelling west', async () => {
    const ana = await community.person({ zone: 'Asia/Tokyo' });
    community.setNow(new Date('2027-01-04T20:00:00Z'));
    await move(ana, 'America/Mexico_City');
    for (const instant of ['2027-01-04T20:00:00Z', '2027-01-05T05:00:00Z', '2027-01-06T05:59:00Z']) {
      expect(await dayOf(ana, instant)).toBe('2027-01-05');
    }
    expect(await dayOf(ana, '2027-01-06T06:00:00Z')).toBe('2027-01-06');
  });

  it('that a journey over the date line leaves out is kept, once in thirty days', async () => {
    const ana = await community.person({ zone: 'Pacific/Honolulu' });
    const kept = () =>
      community.db.selectFrom('keptDays').select('day').where('userId', '=', ana.id).execute();
    community.setNow(new Date('2027-01-04T20:00:00Z'));
    await move(ana, 'Pacific/Kiritimati');
    expect(await kept()).toEqual([{ day: '2027-01-05' }]);
    community.setNow(new Date('2027-01-08T20:00:00Z'));
    await move(ana, 'Pacific/Honolulu');
    community.setNow(new Date('2027-01-11T20:00:00Z'));
    await move(ana, 'Pacific/Kiritimati');
    expect(await kept()).toHaveLength(1);
  });
});
