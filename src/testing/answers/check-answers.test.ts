import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { answerError } from '#server/http/answer-errors.ts';
import { type Api, newApi } from '#server/http/api.ts';
import { serve } from '#server/http/serve.ts';
import { visitor } from '#shared/actor.ts';
import { operation } from '#shared/operation.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { newCommunity } from '../community.ts';
import { newSite } from '../listen.ts';
import { checkAnswers } from './check-answers.ts';

const full = { code: 'things/full', status: 409 };
const readThing = operation({
  id: 'readThing',
  method: 'get',
  path: '/api/things/{id}',
  summary: 'Reads a thing.',
  params: z.object({ id: z.string() }),
  answer: z.object({ name: z.string(), parts: z.array(z.object({ size: z.number() })) }),
  refusals: [full],
});

let api: Api;
let answer: () => unknown;
beforeEach(() => {
  api = newApi();
  api.onError(answerError);
  api.use(async (c, next) => {
    c.set('ctx', { actor: visitor } as never);
    c.set('requestId', 'one');
    await next();
  });
  serve(api, readThing, async () => answer() as never);
  checkAnswers(api);
});

const ask = async () => api.request('/api/things/7');
const refuse = (kind: { code: string; status: number }) => () => {
  throw new Refusal(kind);
};

describe('checkAnswers', () => {
  it('lets pass what the contract describes: the answer, a declared refusal and a common one', async () => {
    answer = () => ({ name: 'Una', parts: [{ size: 1 }] });
    expect((await ask()).status).toBe(200);
    answer = refuse(full);
    await expect(ask()).toBeRefused(full);
    answer = refuse(commonRefusals.notAllowed);
    await expect(ask()).toBeRefused(commonRefusals.notAllowed);
  });

  it.each([
    [
      'a field beyond the schema',
      { name: 'Una', parts: [{ size: 1, secret: 2 }] },
      /beyond.*parts\.0\.secret/,
    ],
    ['a field that is missing', { parts: [] }, /another shape/],
    ['a field of another type', { name: 7, parts: [] }, /another shape/],
    ['null in place of the answer', null, /another shape/],
  ])('fails the test whose answer has %s, with the operation and the place', async (_what, wrong, fault) => {
    answer = () => wrong;
    const failure = await ask().catch((error: Error) => error.message);
    expect(failure).toMatch(/^GET \/api\/things\/\{id\}: /);
    expect(failure).toMatch(fault);
  });

  it('fails the test whose refusal the operation does not declare, or has another shape', async () => {
    answer = refuse({ code: 'things/undeclared', status: 409 });
    await expect(ask()).rejects.toThrow('GET /api/things/{id}: things/undeclared is not declared');
    api.onError((_error, c) => c.json({ code: 'things/full', message: 'Lleno', stack: 'at' }, 409));
    await expect(ask()).rejects.toThrow('GET /api/things/{id}: a refusal of another shape');
  });

  it('looks at every answer of the application that tests run on', async () => {
    const community = await newCommunity();
    try {
      serve(community.api, readThing, async () => ({ name: 'Una', parts: [], secret: 7 }) as never);
      const wrong = community.request(null, 'GET', '/api/things/7');
      await expect(wrong).rejects.toThrow('GET /api/things/{id}: fields beyond its schema: secret');
    } finally {
      await community.close();
    }
  });

  it('fails a journey whose browser got a wrong answer, with the operation, once the site is closed', async () => {
    const site = await newSite();
    serve(site.api, readThing, async () => ({ name: 'Una', parts: [], secret: 7 }) as never);
    const read = () => fetch(`${site.url}/api/things/7`);
    expect(await (await read()).json()).toHaveProperty('secret');
    await read();
    await expect(site.close()).rejects.toThrow(
      /^GET \/api\/things\/\{id\}: fields beyond its schema: secret$/,
    );
  });
});
