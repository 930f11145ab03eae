import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import { type Community, newCommunity } from '../../testing/community.ts';
import { createLog } from '../log.ts';
import { countAttempt } from './count-attempt.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity({ poolSize: 20 });
});
afterAll(() => community.close());

const log = createLog('silent');
const minute = 60_000;
const five = { max: 5, windowMs: 30 * minute };
const noon = new Date('2026-11-20T12:00:00Z');
const after = (minutes: number) => new Date(noon.getTime() + minutes * minute);

/** Whether an attempt is allowed. */
async function attempt(key: string, now: Date): Promise<boolean> {
  try {
    await countAttempt({ db: community.db, now, log }, key, five);
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: commonRefusals.tooMany.code, detail: { seconds: 1800 } });
    return false;
  }
}

async function allowedOf(asked: number, key: string, now: Date): Promise<number> {
  const answers = await Promise.all(Array.from({ length: asked }, () => attempt(key, now)));
  return answers.filter(Boolean).length;
}

describe('countAttempt', () => {
  it('allows exactly five of forty attempts at once, each time', async () => {
    for (let round = 0; round < 10; round++) expect(await allowedOf(40, randomUUID(), noon)).toBe(5);
  });

  it('the control: allows more where it counts first and writes then', async () => {
    const { db } = community;
    async function countInTwoSteps(key: string): Promise<boolean> {
      const taken = await db
        .selectFrom('rateLimits')
        .select('count')
        .where('key', '=', key)
        .executeTakeFirst();
      if ((taken?.count ?? 0) >= five.max) return false;
      await db
        .insertInto('rateLimits')
        .values({ key, count: 1, lastAt: noon })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet((now) => ({ count: now('rateLimits.count', '+', 1) })),
        )
        .execute();
      return true;
    }
    const rounds = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const key = randomUUID();
        const answers = await Promise.all(Array.from({ length: 40 }, () => countInTwoSteps(key)));
        return answers.filter(Boolean).length;
      }),
    );
    expect(Math.max(...rounds)).toBeGreaterThan(5);
  });

  it('allows five again once no attempt was allowed for half an hour', async () => {
    const key = randomUUID();
    expect(await allowedOf(40, key, noon)).toBe(5);
    expect(await allowedOf(40, key, after(29))).toBe(0);
    // Refused attempts have not made the wait longer.
    expect(await allowedOf(40, key, after(30))).toBe(5);
  });

  it('allows six in no half hour, however the attempts are spread', async () => {
    const key = randomUUID();
    const passed: number[] = [];
    for (let at = 0; at < 240; at += 7) if (await attempt(key, after(at))) passed.push(at);
    for (const from of passed) {
      expect(passed.filter((at) => at >= from && at < from + 30).length).toBeLessThanOrEqual(5);
    }
    expect(passed.length).toBeGreaterThan(5);
  });

  it('counts each key by itself', async () => {
    const [mine, yours] = [randomUUID(), randomUUID()];
    expect(await allowedOf(10, mine, noon)).toBe(5);
    expect(await allowedOf(10, yours, noon)).toBe(5);
  });

  it('allows no attempt early when the clock goes back', async () => {
    const key = randomUUID();
    await allowedOf(3, key, after(10));
    expect(await allowedOf(10, key, noon)).toBe(2);
    expect(await attempt(key, after(39))).toBe(false);
    expect(await attempt(key, after(40))).toBe(true);
  });
});
