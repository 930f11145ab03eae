import { afterAll, beforeAll, expect, it } from 'vitest';
import { collectLog } from '../../testing/answers/collect-log.ts';
import { type Community, newCommunity } from '../../testing/community.ts';

const token = 'a-token-of-the-operator-long-enough';
const { log, take } = collectLog();
let community: Community;
beforeAll(async () => {
  community = await newCommunity({ log, metricsToken: token });
});
afterAll(() => community.close());

const ask = (authorization?: string) =>
  community.request(null, 'GET', '/metrics', undefined, authorization ? { authorization } : {});

/** The samples by their name with labels. */
async function readSamples(): Promise<Map<string, number>> {
  const answer = await ask(`Bearer ${token}`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const lines = (await answer.text()).split('\n').filter((line) => line && !line.startsWith('#'));
  // The delay of an event loop that was not measured since the last time is not a number.
  for (const line of lines) expect(line).toMatch(/^[a-z_0-9]+(\{[^}]*(\{\w+\}[^}]*)*\})? ([\d.e+-]+|Nan)$/);
  return new Map(
    lines.map((line) => [
      line.slice(0, line.lastIndexOf(' ')),
      Number(line.slice(line.lastIndexOf(' ') + 1)),
    ]),
  );
}

it.each([
  ['no token', undefined],
  ['a wrong token', 'Bearer a-token-of-the-operator-long-enougH'],
  ['a part of the token', `Bearer ${token.slice(0, -1)}`],
  ['the token as a password', `Basic ${token}`],
])('the metrics do not exist for a program with %s', async (_what, authorization) => {
  const [refused, absent] = [await ask(authorization), await community.request(null, 'GET', '/metricz')];
  const shape = async (answer: Response) => ({ ...(await answer.json()), requestId: '' });
  expect([refused.status, await shape(refused)]).toEqual([404, await shape(absent)]);
});

it('a wrong token of the metrics leaves a line in the security log that does not hold it', async () => {
  take();
  await ask('Bearer a-guess-that-is-wrong');
  const lines = take();
  expect(lines).toMatchObject([{ security: 'bad-token', network: '127.0.0.1' }]);
  expect(JSON.stringify(lines)).not.toContain('a-guess');
});

it('the metrics count requests by operation and status, and how long each took', async () => {
  const admin = await community.person({ role: 'admin' });
  const before = await readSamples();
  for (const id of [admin.id, crypto.randomUUID(), 'no-id'])
    await community.request(admin, 'GET', `/api/people/${id}`);
  await community.request(null, 'BREW' as 'GET', '/api/coffee');
  const after = await readSamples();
  const more = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
  const operation = 'operation="GET /api/people/{id}"';
  for (const status of [200, 404, 400])
    expect(more(`sumi_http_requests_total{${operation},status="${status}"}`)).toBe(1);
  expect(more(`sumi_http_request_seconds_count{${operation}}`)).toBe(3);
  expect(more(`sumi_http_request_seconds_bucket{le="+Inf",${operation}}`)).toBe(3);
  expect(more(`sumi_http_request_seconds_sum{${operation}}`)).toBeGreaterThan(0);
  const named = [...after.keys()].join('\n');
  expect(named).toContain('operation="OTHER ');
  expect(named).not.toMatch(/BREW|no-id|coffee/);
});

it('the metrics tell due work that waits from work that is stuck, the pool, the streams and the process', async () => {
  const minutesAgo = (minutes: number) => new Date(community.now().getTime() - minutes * 60_000);
  await community.db
    .insertInto('dueWork')
    .values([
      { kind: 'thing', subject: '1', dueAt: minutesAgo(5) },
      { kind: 'thing', subject: '2', dueAt: minutesAgo(90) },
      { kind: 'thing', subject: '3', dueAt: minutesAgo(-5), attempts: 9, lastError: 'no' },
      { kind: 'thing', subject: '4', dueAt: minutesAgo(-5) },
    ])
    .execute();
  const samples = await readSamples();
  expect(samples.get('sumi_due_work{kind="thing",state="waiting"}')).toBe(1);
  expect(samples.get('sumi_due_work{kind="thing",state="stuck"}')).toBe(2);
  expect(samples.get('sumi_due_work_late_seconds{kind="thing"}')).toBeGreaterThanOrEqual(90 * 60);
  expect(samples.get('sumi_database_up')).toBe(1);
  expect(samples.get('sumi_streams_open')).toBe(0);
  expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(10e6);
  for (const name of [
    'sumi_database_connections{state="idle"}',
    'sumi_database_waiting',
    'nodejs_eventloop_lag_p99_seconds',
    'sumi_security_events_total{event="limited"}',
  ])
    expect(samples.has(name), name).toBe(true);
});

it('without a token that was set there are no metrics, whatever is sent', async () => {
  const other = await newCommunity();
  const headers = { authorization: 'Bearer null' };
  expect((await other.request(null, 'GET', '/metrics', undefined, headers)).status).toBe(404);
  await other.close();
});
