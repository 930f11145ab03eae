import { expect, it } from 'vitest';
import { createLog } from '../log.ts';
import { answerError } from './answer-errors.ts';
import { newApi } from './api.ts';
import { checkOrigin } from './check-origin.ts';

it("a write from another site's page leaves a line in the log that names the site, and one from ours none", async () => {
  const lines: unknown[] = [];
  const log = createLog('silent');
  Object.assign(log, { warn: (line: unknown) => void lines.push(line) });
  const api = newApi();
  api.onError(answerError);
  api.use(checkOrigin((origin) => origin === 'https://sumi.example', ['/api/forms'], log));
  api.post('/api/things', (c) => c.json({}));
  api.post('/api/forms', (c) => c.json({}));
  const from = async (headers: Record<string, string>) =>
    (await api.request('/api/things', { method: 'POST', headers })).status;
  expect(await from({ origin: 'https://sumi.example' })).toBe(200);
  expect(lines).toEqual([]);
  expect(await from({ origin: 'https://evil.example' })).toBe(403);
  expect(await from({ 'sec-fetch-site': 'cross-site' })).toBe(403);
  expect(lines).toEqual([
    { security: 'foreign-origin', origin: 'https://evil.example' },
    { security: 'foreign-origin', origin: 'cross-site' },
  ]);
  const form = { method: 'POST', headers: { origin: 'https://evil.example' } };
  expect((await api.request('/api/forms', form)).status).toBe(200);
});

it('a read from another site’s page is let through: it changes nothing, and the page cannot see the answer', async () => {
  const api = newApi();
  api.onError(answerError);
  api.use(checkOrigin(() => false, [], createLog('silent')));
  api.get('/api/things', (c) => c.json({}));
  const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  for (const method of ['GET', 'HEAD']) {
    expect((await api.request('/api/things', { method, headers })).status).toBe(200);
  }
});
