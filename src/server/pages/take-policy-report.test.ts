import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import { collectLog } from '../../testing/answers/collect-log.ts';
import { countWrites, type Writes } from '../../testing/answers/count-writes.ts';
import { type Community, newCommunity } from '../../testing/community.ts';
import { pagePolicy } from '../http/security-headers.ts';

const { log, take } = collectLog();
let community: Community;
let writes: () => Promise<Writes>;
beforeAll(async () => {
  community = await newCommunity({ log, trustProxy: true });
  writes = await countWrites(community);
});
beforeEach(() => void take());
afterAll(() => community.close());

let networks = 0;
const newNetwork = () => `192.0.2.${++networks}`;

/** Sent as browsers do, to the address that the policy names. */
function report(body: unknown, { from = newNetwork(), type = 'application/csp-report' } = {}) {
  const [, address = ''] = /report-uri (\S+)/.exec(pagePolicy('')) ?? [];
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  return community.request(null, 'POST', address, bytes, { 'content-type': type, 'x-forwarded-for': from });
}

const lines = () => take().filter(({ security }) => security !== undefined);

/** As Chromium writes one. */
const ofImage = {
  'document-uri': 'http://localhost:3000/people/0190aaaa?q=ana@private.example',
  referrer: 'http://localhost:3000/auth?token=secret',
  'violated-directive': 'img-src',
  'effective-directive': 'img-src',
  'original-policy': pagePolicy(''),
  disposition: 'enforce',
  'blocked-uri': 'https://user:secret@evil.example:8443/steal?of=ana@private.example',
  'line-number': 7,
  'source-file': 'http://localhost:3000/assets/a.js?token=secret',
  'status-code': 200,
  'script-sample': 'secret',
};

it('a report about the policy of a page leaves a line in the security log that names the rule and an origin, and nothing else', async () => {
  const before = await writes();
  const answer = await report({ 'csp-report': ofImage });
  expect([answer.status, await answer.text()]).toEqual([204, '']);
  const written = take();
  expect(written).toMatchObject([
    { security: 'policy-report', rule: 'img-src', blocked: 'https://evil.example:8443' },
  ]);
  expect(JSON.stringify(written)).not.toMatch(/secret|private|0190aaaa|token/);
  expect(await writes()).toEqual(before);
});

it.each([
  ['inline', 'inline'],
  ['data:text/html,secret', 'data:'],
  ['chrome-extension://abcdef/secret.js', 'chrome-extension:'],
  ['secret of somebody', 'unreadable'],
  ['', 'unreadable'],
])('a report of what is no address of the web says what kind it is: %s', async (blocked, logged) => {
  const rule = "script-src 'self' 'sha256-secret'";
  expect(
    (await report({ 'csp-report': { 'violated-directive': rule, 'blocked-uri': blocked } })).status,
  ).toBe(204);
  expect(lines()).toMatchObject([{ security: 'policy-report', rule: 'script-src', blocked: logged }]);
});

it.each([
  ['no JSON', '{'],
  ['a list', '[]'],
  ['without a rule', { 'csp-report': { 'blocked-uri': 'inline' } }],
  ['with a rule of its own', { 'csp-report': { 'violated-directive': '<script>', 'blocked-uri': 'inline' } }],
])('what is no report is refused and leaves no line: %s', async (_what, body) => {
  await expect(await report(body)).toBeRefused(commonRefusals.badInput);
  expect(lines()).toEqual([]);
});

it('a report of another type, or one that is too large, is refused', async () => {
  await expect(await report({ 'csp-report': ofImage }, { type: 'text/plain' })).toBeRefused(
    commonRefusals.badInput,
  );
  const large = { 'csp-report': { ...ofImage, 'script-sample': 'x'.repeat(20_000) } };
  await expect(await report(large)).toBeRefused(commonRefusals.tooLarge);
});

it('one network reports twenty times in ten minutes, and not once more', async () => {
  const from = newNetwork();
  const statuses: number[] = [];
  for (let nth = 0; nth < 21; nth++)
    statuses.push((await report({ 'csp-report': ofImage }, { from })).status);
  expect(statuses).toEqual([...Array(20).fill(204), 429]);
  expect((await report({ 'csp-report': ofImage })).status).toBe(204);
});
