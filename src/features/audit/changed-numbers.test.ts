import { afterAll, beforeAll, expect, it } from 'vitest';
import { readRules } from '#features/classes/set-rules/rules-column.ts';
import { setClassRules } from '#features/classes/set-rules/set-class-rules.ts';
import { changeCoinSettings } from '#features/coins/change-coin-settings.ts';
import { readCoinSettings } from '#features/coins/read-coin-settings.ts';
import { readSettings } from '#features/cup/seasons/read-settings.ts';
import { setCupSettings } from '#features/cup/seasons/set-cup-settings.ts';
import { readFeedSettings } from '#features/videos/feed/read-feed-settings.ts';
import { setFeedSettings } from '#features/videos/feed/set-feed-settings.ts';
import type { Ctx } from '#server/ctx.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { raceForRows } from '../../testing/races/race.ts';
import { withoutRowLocks } from '../../testing/races/without-row-locks.ts';

let community: Community;
let admin: Person;
beforeAll(async () => {
  community = await newCommunity();
  admin = await community.person({ role: 'admin' });
});
afterAll(() => community.close());

const numbers = [
  {
    table: 'classRules',
    act: 'classes.change-rules',
    name: 'clubSeats',
    set: async (ctx: Ctx, clubSeats: number) => setClassRules(ctx, { ...(await readRules(ctx)), clubSeats }),
  },
  {
    table: 'coinSettings',
    act: 'coins.change-settings',
    name: 'mostShields',
    async set(ctx: Ctx, mostShields: number) {
      const { issued: _, ...settings } = await readCoinSettings(ctx);
      return changeCoinSettings(ctx, { ...settings, mostShields });
    },
  },
  {
    table: 'cupSettings',
    act: 'cup.change-settings',
    name: 'mostXpPerMinute',
    set: async (ctx: Ctx, mostXpPerMinute: number) =>
      setCupSettings(ctx, { ...(await readSettings(ctx)), mostXpPerMinute }),
  },
  {
    table: 'feedSettings',
    act: 'videos.change-settings',
    name: 'newDays',
    set: async (ctx: Ctx, newDays: number) =>
      setFeedSettings(ctx, { ...(await readFeedSettings(ctx)), newDays }),
  },
] as const;

/** Sets 4 and 5 at once, after 3, and answers from what and to what the audit log says that each was set. */
async function setAtOnce({ table, act, name, set }: (typeof numbers)[number], ctx: Ctx) {
  await set(ctx, 3);
  const outcomes = await raceForRows<unknown>(community.db, table, () => [set(ctx, 4), set(ctx, 5)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  const acts = await community.db
    .selectFrom('auditLog')
    .select('detail')
    .where('act', '=', act)
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
  return acts.reverse().map(({ detail }) => (detail as Record<string, { from: number; to: number }>)[name]!);
}

it.each(numbers)('of two changes of $table at once the audit log says what each one found', async (each) => {
  const [first, second] = await setAtOnce(each, await community.ctxFor(admin));
  expect(first?.from).toBe(3);
  expect(second?.from).toBe(first?.to);
});

it.each(numbers)(
  'the control: without the lock, two changes of $table say that they found the same',
  async (each) => {
    const [first, second] = await setAtOnce(each, withoutRowLocks(await community.ctxFor(admin)));
    expect([first?.from, second?.from]).toEqual([3, 3]);
  },
);
