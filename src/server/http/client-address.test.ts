import { expect, it } from 'vitest';
import { collectLog } from '../../testing/answers/collect-log.ts';
import { newApi } from './api.ts';
import { warnOfProxy } from './client-address.ts';

it.each([
  ['trusts the proxy and hears of no sender', true, [{ 'x-forwarded-for': '203.0.113.9' }], {}],
  ['trusts the proxy and hears of a sender that is no address', true, [], { 'x-forwarded-for': 'unknown' }],
  ['trusts no proxy and hears of a sender', false, [{}], { 'x-forwarded-for': '203.0.113.9' }],
])('a server that %s says so once in its log', async (_what, trustProxy, asSet, otherwise) => {
  const { log, take } = collectLog();
  const api = newApi();
  const warn = warnOfProxy(log, trustProxy);
  api.use(async (c, next) => {
    warn(c);
    await next();
  });
  api.get('/api/things', (c) => c.json({}));
  for (const headers of asSet) await api.request('/api/things', { headers: { ...headers } });
  expect(take()).toEqual([]);
  for (let times = 0; times < 2; times++) await api.request('/api/things', { headers: { ...otherwise } });
  expect(take()).toEqual([expect.objectContaining({ msg: expect.stringContaining('X-Forwarded-For') })]);
});
