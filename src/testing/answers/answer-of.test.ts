import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { operation } from '#shared/operation.ts';
import { answerOf } from './answer-of.ts';

const readThing = operation({
  id: 'readThing',
  method: 'get',
  path: '/api/things/{id}',
  summary: 'Reads a thing.',
  answer: z.object({ name: z.string() }),
});
const answered = (status: number, body: string) => new Response(body, { status });

describe('answerOf', () => {
  it('reads the body of a success, of a response or of a promise of one, which can be read once more', async () => {
    const answer = answered(200, '{"name":"Una"}');
    expect(await answerOf(answer, readThing)).toEqual({ name: 'Una' });
    expect(await answerOf(Promise.resolve(answer), readThing)).toEqual({ name: 'Una' });
  });

  it.each([
    ['a refusal', 404, '{"code":"http/not-found"}', /^readThing: no success\n404 .*http\/not-found/],
    ['a refusal with the body of a success', 409, '{"name":"Una"}', /^readThing: no success\n409 .*Una/],
    [
      'a field that is missing',
      200,
      '{"title":"Una"}',
      /another shape[\s\S]*name[\s\S]*200 {"title":"Una"}$/,
    ],
    ['a field of another type', 200, '{"name":7}', /another shape[\s\S]*name[\s\S]*200 {"name":7}$/],
    ['a field beyond the schema', 200, '{"name":"Una","size":7}', /beyond its schema: size\n200 .*"size":7/],
    ['a body that is no JSON', 200, '<p>Una</p>', /another shape[\s\S]*200 <p>Una<\/p>$/],
    ['no body', 200, '', /another shape/],
  ])('fails for %s, with the status and the body', async (_what, status, body, fault) => {
    await expect(answerOf(answered(status, body), readThing)).rejects.toThrow(fault);
  });
});
