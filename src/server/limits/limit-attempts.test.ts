import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Community, newCommunity } from '../../testing/community.ts';
import { answerError } from '../http/answer-errors.ts';
import { newApi } from '../http/api.ts';
import type { ApiEnv } from '../http/api-env.ts';
import { limitAttempts } from './limit-attempts.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

const noon = new Date('2026-11-20T12:00:00Z');

describe('limitAttempts', () => {
  /** An application of its own, in which the caller says where it calls from and what comes of it. */
  function limited(name = randomUUID()) {
    const api = newApi();
    api.onError(answerError);
    api.use(async (c, next) => {
      c.set('address', c.req.header('x-address') ?? 'here');
      c.set('ctx', { ...(await community.ctxFor()), now: noon } as ApiEnv['Variables']['ctx']);
      await next();
    });
    api.use(limitAttempts({ name, max: 2, windowMs: 30 * 60_000 }));
    api.post('/', (c) => c.body(null, Number(c.req.header('x-outcome') ?? 200) as 200));
    api.post('/breaks', () => {
      throw new Error('something is wrong');
    });
    return async (headers: Record<string, string> = {}, path = '/') =>
      api.request(path, { method: 'POST', headers });
  }

  it('tells an address how long to wait, and lets others go on', async () => {
    const ask = limited();
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 200]);
    const refused = await ask();
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('1800');
    expect(await refused.json()).toMatchObject({ code: 'http/too-many' });
    expect((await ask({ 'x-address': 'there' })).status).toBe(200);
  });

  it('does not count attempts that come to nothing', async () => {
    const ask = limited();
    for (let i = 0; i < 5; i++) expect((await ask({ 'x-outcome': '400' })).status).toBe(400);
    for (let i = 0; i < 5; i++) expect((await ask({}, '/breaks')).status).toBe(500);
    expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([200, 200, 429]);
  });
});
