import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Community, newCommunity } from '../../testing/community.ts';
import { answerError } from './answer-errors.ts';
import { newApi } from './api.ts';
import type { ApiEnv } from './api-env.ts';
import { limitAttempts, takePlace } from './limit-attempts.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity({ poolSize: 20 });
});
afterAll(() => community.close());

const minute = 60_000;
const five = { max: 5, windowMs: 30 * minute };
const noon = new Date('2026-11-20T12:00:00Z');
const after = (minutes: number) => new Date(noon.getTime() + minutes * minute);

const take = (key: string, now: Date) => takePlace({ db: community.db, now }, key, five);

async function howManyOf(asked: number, key: string, now: Date): Promise<number> {
  const answers = await Promise.all(Array.from({ length: asked }, () => take(key, now)));
  return answers.filter(Boolean).length;
}

describe('places', () => {
  it('exactly five of forty that ask at once are let through, each time', async () => {
    for (let round = 0; round < 10; round++) expect(await howManyOf(40, randomUUID(), noon)).toBe(5);
  });

  it('counting first and writing then would let more through', async () => {
    const { db } = community;
    async function takeInTwoSteps(key: string): Promise<boolean> {
      const taken = await db
        .selectFrom('rateLimits')
        .select('count')
        .where('key', '=', key)
        .executeTakeFirst();
      if ((taken?.count ?? 0) >= five.max) return false;
      await db
        .insertInto('rateLimits')
        .values({ key, count: 1, lastRequest: noon.getTime() })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet((now) => ({ count: now('rateLimits.count', '+', 1) })),
        )
        .execute();
      return true;
    }
    const rounds = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const key = randomUUID();
        const answers = await Promise.all(Array.from({ length: 40 }, () => takeInTwoSteps(key)));
        return answers.filter(Boolean).length;
      }),
    );
    expect(Math.max(...rounds)).toBeGreaterThan(5);
  });

  it('exactly five again once nothing was let through for half an hour', async () => {
    const key = randomUUID();
    expect(await howManyOf(40, key, noon)).toBe(5);
    expect(await howManyOf(40, key, after(29))).toBe(0);
    // Being refused has not made the wait longer.
    expect(await howManyOf(40, key, after(30))).toBe(5);
  });

  it('in no half hour are there six, however they are spread', async () => {
    const key = randomUUID();
    const passed: number[] = [];
    for (let at = 0; at < 240; at += 7) if (await take(key, after(at))) passed.push(at);
    for (const from of passed) {
      expect(passed.filter((at) => at >= from && at < from + 30).length).toBeLessThanOrEqual(5);
    }
    expect(passed.length).toBeGreaterThan(5);
  });

  it('one key does not use up another', async () => {
    const [mine, yours] = [randomUUID(), randomUUID()];
    expect(await howManyOf(10, mine, noon)).toBe(5);
    expect(await howManyOf(10, yours, noon)).toBe(5);
  });

  it('a clock that goes back lets nobody in early', async () => {
    const key = randomUUID();
    await howManyOf(3, key, after(10));
    expect(await howManyOf(10, key, noon)).toBe(2);
    expect(await take(key, after(39))).toBe(false);
    expect(await take(key, after(40))).toBe(true);
  });
});

describe('a limited address', () => {
  /** An application of its own, in which the caller says where it calls from and what comes of it. */
  function limited(name = randomUUID()) {
    const api = newApi();
    api.onError(answerError);
    api.use(async (c, next) => {
      c.set('address', c.req.header('x-address') ?? 'here');
      c.set('ctx', { ...(await community.ctxFor()), now: noon } as ApiEnv['Variables']['ctx']);
      await next();
    });
    api.use(limitAttempts({ name, max: 2, minutes: 30, counts: () => true }));
    api.post('/', (c) => c.body(null, Number(c.req.header('x-outcome') ?? 200) as 200));
    api.post('/breaks', () => {
      throw new Error('something is wrong');
    });
    return async (headers: Record<string, string> = {}, path = '/') =>
      api.request(path, { method: 'POST', headers });
  }

  it('is told how long to wait, and others go on', async () => {
    const ask = limited();
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 200]);
    const refused = await ask();
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('1800');
    expect(await refused.json()).toMatchObject({ code: 'http/too-many' });
    expect((await ask({ 'x-address': 'there' })).status).toBe(200);
  });

  it('pays nothing for what came to nothing', async () => {
    const ask = limited();
    for (let i = 0; i < 5; i++) expect((await ask({ 'x-outcome': '400' })).status).toBe(400);
    for (let i = 0; i < 5; i++) expect((await ask({}, '/breaks')).status).toBe(500);
    expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([200, 200, 429]);
  });
});
