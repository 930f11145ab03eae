import { describe, expect, it } from 'vitest';
import { commonRefusals, Refusal } from '#shared/refusal.ts';

const { notFound, notAllowed } = commonRefusals;
const answered = (status: number, body: object) => new Response(JSON.stringify(body), { status });
const refused = answered(404, { code: 'http/not-found', message: 'No está.', detail: { id: 'a' } });

describe('toBeRefused', () => {
  it('takes a response, a promise of one, and the refusal that a use case throws', async () => {
    await expect(refused).toBeRefused(notFound);
    await expect(Promise.resolve(refused)).toBeRefused(notFound, { id: 'a' });
    await expect(Promise.reject(new Refusal(notFound))).toBeRefused(notFound);
  });

  it.each([
    ['a success', () => answered(200, {})],
    ['another code', () => answered(404, { code: 'store/no-such-item' })],
    ['another status', () => answered(409, { code: 'http/not-found' })],
    ['another refusal of a use case', () => Promise.reject(new Refusal(notAllowed))],
    ['a use case that refuses nothing', () => Promise.resolve('done')],
  ])('fails for %s', async (_what, receive) => {
    await expect(expect(receive()).toBeRefused(notFound)).rejects.toThrow(
      'expected the refusal http/not-found',
    );
  });

  it('fails for another detail, and lets an error that is no refusal through', async () => {
    await expect(expect(refused).toBeRefused(notFound, { id: 'b' })).rejects.toThrow();
    await expect(expect(Promise.reject(new Error('broken'))).toBeRefused(notFound)).rejects.toThrow('broken');
  });
});
