import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';

let community: Community;
let admin: Person;
const numbers = {
  rules: [{ rule: 'counted_video', amount: 1, dailyMost: 5 }],
  monthlyCeiling: 250_000,
  mostShields: 2,
  holidayDays: 14,
  daysBetweenHolidays: 30,
};
beforeAll(async () => {
  community = await newCommunity();
  admin = await community.person({ role: 'admin' });
});
afterAll(() => community.close());

const set = (changes: object, who = admin) =>
  community.request(who, 'PUT', '/api/coins/settings', { ...numbers, ...changes });

describe('the numbers of coins', () => {
  it('are read and set by administrators, on record', async () => {
    const rules = [{ rule: 'counted_video', amount: 2, dailyMost: 3 }];
    const answer = await set({ rules, mostShields: 3 });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ mostShields: 3, monthlyCeiling: 250_000, issued: 0 });
    const ways = await (await community.request(null, 'GET', '/api/coins/ways-to-earn')).json();
    expect(ways.items).toContainEqual({ rule: 'counted_video', amount: 2, dailyMost: 3 });
    const act = await community.db
      .selectFrom('auditLog')
      .select(['actorId', 'detail'])
      .where('act', '=', 'coins.change-settings')
      .executeTakeFirstOrThrow();
    expect(act).toEqual({
      actorId: admin.id,
      detail: {
        counted_video: { from: 1, to: 2 },
        counted_video_daily: { from: 5, to: 3 },
        mostShields: { from: 2, to: 3 },
      },
    });
    expect((await set({})).status).toBe(200);
  });

  it('are refused outside of what a number may be, and change nothing', async () => {
    for (const wrong of [
      { monthlyCeiling: -1 },
      { mostShields: 6 },
      { holidayDays: 0 },
      { rules: [{ rule: 'counted_video', amount: -5, dailyMost: null }] },
      { rules: [{ rule: 'free_coins', amount: 5, dailyMost: null }] },
    ]) {
      await expect(set(wrong)).toBeRefused(commonRefusals.badInput);
    }
    const {
      rules,
      issued: _,
      ...others
    } = await (await community.request(admin, 'GET', '/api/coins/settings')).json();
    expect(others).toEqual({ ...numbers, rules: undefined });
    expect(rules[0]).toEqual(numbers.rules[0]);
  });
});
