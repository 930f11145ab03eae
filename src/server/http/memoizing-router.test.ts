import { expect, it } from 'vitest';
import { newApi } from './api.ts';
import { MemoizingRouter } from './memoizing-router.ts';

it('MemoizingRouter matches as the router of Hono does, also the second time, and hears of routes added later', () => {
  const router = new MemoizingRouter<string>();
  const handlers = (method: string, path: string) =>
    router.match(method, path)[0].map(([handler]) => handler);
  router.add('ALL', '/api/*', 'middleware');
  router.add('GET', '/api/classes/managed', 'managed');
  router.add('GET', '/api/classes/:id', 'one');
  for (let round = 0; round < 2; round++) {
    expect(handlers('GET', '/api/classes/managed')).toEqual(['middleware', 'managed', 'one']);
    expect(handlers('POST', '/api/classes/managed')).toEqual(['middleware']);
    expect(router.match('GET', '/api/classes/7')[0].at(-1)).toEqual(['one', { id: '7' }]);
  }
  router.add('POST', '/api/classes/managed', 'later');
  expect(handlers('POST', '/api/classes/managed')).toEqual(['middleware', 'later']);
});

it('MemoizingRouter answers a literal address from memory, and no other address', () => {
  const router = new MemoizingRouter<string>();
  router.add('GET', '/api/cup', 'cup');
  router.add('GET', '/api/classes/:id', 'one');
  expect(router.match('GET', '/api/cup')).toBe(router.match('GET', '/api/cup'));
  expect(router.match('GET', '/api/classes/7')).not.toBe(router.match('GET', '/api/classes/7'));
  expect(router.match('BREW', '/api/cup')).not.toBe(router.match('BREW', '/api/cup'));
});

it('the API uses MemoizingRouter', () => {
  expect(newApi().router.name).toBe('MemoizingRouter');
});
