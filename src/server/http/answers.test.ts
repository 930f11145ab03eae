import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import { largeBody } from '../../testing/answers/large-body.ts';
import { type Community, newCommunity } from '../../testing/community.ts';
import { readDocument } from '../../testing/fuzz/read-document.ts';
import { pagePolicy } from './security-headers.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

const json = { 'content-type': 'application/json' };
const raw = (
  method: string,
  path: string,
  body: string | ReadableStream,
  headers: Record<string, string> = json,
) => community.api.request(path, { method, body, headers, duplex: 'half' } as RequestInit);

it("a write from another site's page is refused, one from nowhere in particular is not", async () => {
  const person = await community.person();
  const write = (headers: Record<string, string>) =>
    community.request(person, 'PATCH', '/api/profiles/me', { country: 'Perú' }, headers);
  expect((await write({ origin: 'https://evil.example' })).status).toBe(403);
  expect((await write({ origin: 'null' })).status).toBe(403);
  expect((await write({ origin: 'http://localhost:3000.evil.example' })).status).toBe(403);
  expect((await write({ origin: 'http://localhost:3000' })).status).toBe(200);
});

it.each([
  ['/api/people/list.csv', 'piece by piece'],
  ['/api/payments/earnings.csv', 'whole'],
])("a file of %s, which is sent %s, is handed to no link on another site's page", async (path) => {
  const admin = await community.person({ role: 'admin' });
  const from = (site: string) => community.request(admin, 'GET', path, undefined, { 'sec-fetch-site': site });
  await expect(from('cross-site')).toBeRefused(commonRefusals.foreignOrigin);
  const acts = community.db.selectFrom('auditLog').select('act').where('actorId', '=', admin.id);
  expect(await acts.execute()).toEqual([]);
  expect((await from('same-origin')).status).toBe(200);
  expect((await from('none')).status).toBe(200);
});

it('security.txt names an address to tell of a hole and a date until which it holds, as RFC 9116 asks', async () => {
  const answer = await community.request(null, 'GET', '/.well-known/security.txt');
  const lines = (await answer.text()).trimEnd().split('\n');
  const fields = Object.fromEntries(lines.map((line) => line.split(/: (.*)/)));
  expect(URL.canParse(fields.Contact)).toBe(true);
  const left = new Date(fields.Expires).getTime() - community.now().getTime();
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(365 * 24 * 3_600_000);
});

it.each([
  ['no JSON', '{"country":'],
  ['a list for an object', '[]'],
  ['nothing', 'null'],
  ['a number', '5'],
])('a body that is %s is a 400 with a code', async (_what, body) => {
  const person = await community.person();
  const answer = await raw('PATCH', '/api/profiles/me', body, { ...json, cookie: person.cookie });
  await expect(answer).toBeRefused(commonRefusals.badInput);
});

it('a body of another type is a 400, a body nested ten thousand deep is too', async () => {
  const { cookie } = await community.person();
  const text = await raw('PATCH', '/api/profiles/me', 'country=Chile', {
    'content-type': 'text/plain',
    cookie,
  });
  expect(text.status).toBe(400);
  const deep = `${'{"country":'.repeat(10_000)}1${'}'.repeat(10_000)}`;
  expect((await raw('PATCH', '/api/profiles/me', deep, { ...json, cookie })).status).toBe(400);
});

it('a body over the limit is a 413 and is not read to its end', async () => {
  const { cookie } = await community.person();
  const large = JSON.stringify({ country: 'x'.repeat(300_000) });
  expect((await raw('PATCH', '/api/profiles/me', large, { ...json, cookie })).status).toBe(413);
  const { body, read } = largeBody();
  expect((await raw('PATCH', '/api/profiles/me', body, { ...json, cookie })).status).toBe(413);
  expect(read()).toBeLessThan(400_000);
});

it('__proto__ in a body changes nothing', async () => {
  const { cookie } = await community.person();
  const body =
    '{"__proto__":{"role":"admin"},"constructor":{"prototype":{"role":"admin"}},"country":"Chile"}';
  expect((await raw('PATCH', '/api/profiles/me', body, { ...json, cookie })).status).toBe(200);
  expect(({} as { role?: string }).role).toBeUndefined();
});

it('an address without a route is a 404 with a code', async () => {
  const answer = await community.request(null, 'GET', '/api/nowhere');
  await expect(answer).toBeRefused(commonRefusals.notFound);
});

it('answers of the API carry their headers, refusals and faults too', async () => {
  const answers = [
    await community.request(null, 'GET', '/api/openapi.json'),
    await community.request(null, 'GET', '/api/profiles/me'),
    await community.request(null, 'GET', '/api/nowhere'),
  ];
  for (const { headers } of answers) {
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'private, no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
  }
});

it('over TLS every answer says to stay on TLS, whatever it is, and without TLS none does', async () => {
  const overTls = await newCommunity({ origin: 'https://sumi.example' });
  overTls.api.get('/picture', (c) => c.body('', 200, { 'content-type': 'image/webp' }));
  const policyOf = async (by: Community, path: string) =>
    (await by.request(null, 'GET', path)).headers.get('strict-transport-security');
  for (const path of ['/api/openapi.json', '/api/profiles/me', '/api/nowhere', '/nowhere', '/picture'])
    expect(await policyOf(overTls, path), path).toBe('max-age=31536000; includeSubDomains');
  expect(await policyOf(community, '/api/openapi.json')).toBeNull();
  await overTls.close();
});

it('an answer leaves with its headers as the route made it, and no middleware builds another around it', async () => {
  const made: Response[] = [];
  community.api.get('/api/as-made', (c) => {
    made.push(c.json({ made: true }));
    return made.at(-1) as Response;
  });
  const answer = await community.api.request('/api/as-made');
  expect(answer).toBe(made[0]);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
});

it("a page's policy runs its own inline scripts and no others", () => {
  const policy = pagePolicy(
    '<script>one()</script><script src="/a.js"></script><script type="module">two()</script>',
  );
  const scripts = /script-src ([^;]+)/.exec(policy)?.[1] ?? '';
  expect(scripts.match(/'sha256-[^']+'/g)).toHaveLength(2);
  expect(scripts).not.toContain('unsafe');
});

it('a fault of ours is a bare 500 that says nothing of its cause, and heals by itself', async () => {
  const person = await community.person();
  await sql`alter table profiles rename to profiles_gone`.execute(community.db);
  const broken = await community.request(person, 'GET', '/api/profiles/me');
  expect(broken.status).toBe(500);
  expect(Object.keys(await broken.json())).toEqual(['code', 'message', 'requestId']);
  await sql`alter table profiles_gone rename to profiles`.execute(community.db);
  expect((await community.request(person, 'GET', '/api/profiles/me')).status).toBe(200);
});

it('the API can be read as a page: every operation of the document is on it', async () => {
  const documented = await readDocument(community);
  const paths = new Set([...documented.keys()].map((name) => name.split(' ')[1] ?? ''));
  const answer = await community.request(null, 'GET', '/api/docs');
  expect(answer.headers.get('content-type')).toContain('text/html');
  const page = await answer.text();
  expect(paths.size).toBeGreaterThan(20);
  for (const path of paths) expect(page).toContain(path);
  expect(page).not.toContain('<script');
});
