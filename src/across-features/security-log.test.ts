import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formReturn } from '#features/accounts/routes.ts';
import { answerError } from '#server/http/answer-errors.ts';
import { newApi } from '#server/http/api.ts';
import { limitRequests, RequestCounts } from '#server/limits/limit-requests.ts';
import { memberOf } from '#shared/actor.ts';
import { collectLog, type LogEntry } from '../testing/answers/collect-log.ts';
import { type Community, newCommunity } from '../testing/community.ts';
import { readDocument } from '../testing/fuzz/read-document.ts';
import { askAuth, cookiesOf, goodPassword, personWithPassword, signIn } from '../testing/sign-in.ts';
import { codeOf } from '../testing/totp.ts';

const { log, take } = collectLog();
let community: Community;
beforeAll(async () => {
  community = await newCommunity({ log, limitAttempts: true });
});
afterAll(() => community.close());

/** The lines of the security log that `act` leaves. No line of the log may hold one of the `secrets`. */
async function securityLinesOf(secrets: string[], act: () => Promise<unknown>): Promise<LogEntry[]> {
  take();
  await act();
  const entries = take();
  const text = JSON.stringify(entries);
  for (const secret of secrets) {
    expect(text).not.toContain(secret);
    // A hash without a key tells as much as the word itself, where the word can be guessed.
    const hash = createHash('sha256').update(secret).digest('base64url');
    expect(text).not.toContain(hash.slice(0, 12));
  }
  return entries.filter(({ security }) => security !== undefined);
}

const network = '127.0.0.1';
const account = expect.stringMatching(/^[\w-]{12}$/);
const wrong = 'no-es-esta-clave';

it('a wrong password leaves a line in the security log, and so does the limit of guesses', async () => {
  const { email } = await personWithPassword(community);
  const lines = await securityLinesOf([email, wrong, goodPassword], async () => {
    for (let guess = 0; guess < 26; guess++) await signIn(community, email, wrong);
  });
  const refused = { security: 'refused', path: 'POST /sign-in/email', status: 401, network, account };
  expect(lines.slice(0, 25)).toMatchObject(Array(25).fill(refused));
  expect(lines.slice(25)).toMatchObject([{ security: 'limited', key: `sign-in-from|${network}` }]);
  await community.db.deleteFrom('rateLimits').execute();
});

it('a line of the security log names the /64 of an IPv6 address, and not the address', async () => {
  const behindProxy = await newCommunity({ log, limitAttempts: true, trustProxy: true });
  const { email } = await personWithPassword(behindProxy);
  const guess = (address: string) =>
    behindProxy.request(
      null,
      'POST',
      '/api/auth/sign-in/email',
      { email, password: wrong },
      { 'x-forwarded-for': address },
    );
  const lines = await securityLinesOf(['2001:db8:7:7:1'], async () => {
    for (let n = 0; n < 26; n++) await guess(`2001:db8:7:7:1::${n}`);
  });
  await behindProxy.close();
  expect(lines.slice(0, 25)).toMatchObject(Array(25).fill({ network: '2001:db8:7:7::/64' }));
  expect(lines.slice(25)).toMatchObject([{ security: 'limited', key: 'sign-in-from|2001:db8:7:7::/64' }]);
});

it('the log and the counted attempts name an account alike in every process and after each start, and never by a plain hash', async () => {
  const email = 'guessed@private.example';
  const lines = await securityLinesOf([email], () => signIn(community, email, wrong));
  // Made with a key of the tests' secret: a name of this process alone would be another one each time.
  expect(lines).toMatchObject([{ security: 'refused', account: 'yOQrFQUXiSw8' }]);
  const rows = await community.db.selectFrom('rateLimits').select('key').execute();
  const keys = rows.map(({ key }) => key).filter((key) => key.startsWith('sign-in|'));
  expect(keys).not.toEqual([]);
  const plain = createHash('sha256').update(email).digest('base64url');
  expect(keys.filter((key) => key.includes(plain))).toEqual([]);
  await community.db.deleteFrom('rateLimits').execute();
});

it('a wrong password in a session leaves a line in the security log, at every step that asks for it again', async () => {
  const person = await personWithPassword(community);
  const secrets = [person.email, wrong, 'nueva@private.example'];
  const lines = await securityLinesOf(secrets, async () => {
    for (const [path, body] of [
      ['/api/accounts/email-change', { email: 'nueva@private.example' }],
      [`/api/accounts/passkeys/${person.id}/removal`, {}],
      ['/api/privacy/export', {}],
      ['/api/auth/two-factor/disable', {}],
    ] as const)
      await community.request(person, 'POST', path, { ...body, password: wrong });
  });
  expect(lines).toMatchObject([
    ...Array(3).fill({ security: 'refused', userId: person.id, level: 40 }),
    { security: 'refused', path: 'POST /two-factor/disable', account },
  ]);
});

it('a wrong code of the second factor leaves a line in the security log, at both places that ask for one', async () => {
  const person = await personWithPassword(community);
  const step = (cookie: string, path: string, body: unknown) =>
    askAuth(community, cookie, `/two-factor/${path}`, body);
  const { totpURI } = await (await step(person.cookie, 'enable', { password: goodPassword })).json();
  await step(person.cookie, 'verify-totp', { code: codeOf(totpURI) });
  const challenge = cookiesOf(await signIn(community, person.email));
  const secrets = [person.email, '918273', 'no-hay-tal'];
  const lines = await securityLinesOf(secrets, async () => {
    await step(challenge, 'verify-totp', { code: '918273' });
    await step(challenge, 'verify-backup-code', { code: 'no-hay-tal' });
  });
  expect(lines).toMatchObject([
    { security: 'refused', path: 'POST /two-factor/verify-totp', status: 401, network },
    { security: 'refused', path: 'POST /two-factor/verify-backup-code', status: 401, network },
  ]);
});

it('a sign-in leaves a line in the security log that names the person, and with a second factor once the code is right', async () => {
  const person = await personWithPassword(community);
  const step = (cookie: string, path: string, body: unknown) =>
    askAuth(community, cookie, `/two-factor/${path}`, body);
  const simple = await securityLinesOf([person.email, goodPassword], () => signIn(community, person.email));
  expect(simple).toMatchObject([
    { security: 'signed-in', path: 'POST /sign-in/email', network, userId: person.id, level: 30 },
  ]);

  const inside = cookiesOf(await signIn(community, person.email));
  const { totpURI } = await (await step(inside, 'enable', { password: goodPassword })).json();
  const now = codeOf(totpURI);
  expect(await securityLinesOf([now], () => step(inside, 'verify-totp', { code: now }))).toEqual([]);
  let challenge = '';
  const waiting = await securityLinesOf([person.email], async () => {
    challenge = cookiesOf(await signIn(community, person.email));
  });
  expect(waiting).toEqual([]);
  const code = codeOf(totpURI, 1);
  expect(await securityLinesOf([code], () => step(challenge, 'verify-totp', { code }))).toMatchObject([
    { security: 'signed-in', path: 'POST /two-factor/verify-totp', userId: person.id },
  ]);
});

it('a message to the payments with no valid signature leaves a line in the security log', async () => {
  const lines = await securityLinesOf(['t=1,v1=abcdef', 'evt_made_up'], () =>
    community.request(
      null,
      'POST',
      '/api/payments/webhooks/stripe',
      { id: 'evt_made_up' },
      {
        'stripe-signature': 't=1,v1=abcdef',
      },
    ),
  );
  expect(lines).toMatchObject([{ security: 'bad-signature' }]);
});

it('a write from a page elsewhere leaves a line in the security log that names the page', async () => {
  const person = await community.person();
  const lines = await securityLinesOf([person.cookie], () =>
    community.request(person, 'PATCH', '/api/profiles/me', {}, { origin: 'https://evil.example' }),
  );
  expect(lines).toMatchObject([{ security: 'foreign-origin', origin: 'https://evil.example' }]);
});

it('an act beyond the rights of a member leaves a line in the security log that names both', async () => {
  const student = await community.person();
  const lines = await securityLinesOf([student.email, student.name], () =>
    community.request(student, 'PUT', `/api/people/${student.id}/ban`, { reason: 'porque sí' }),
  );
  expect(lines).toMatchObject([
    { security: 'not-allowed', asked: 'PUT /api/people/:id/ban', userId: student.id },
  ]);
});

it('letters that were asked for too often leave a line in the security log without the address', async () => {
  const email = 'marca@private.example';
  const lines = await securityLinesOf([email], async () => {
    for (let letter = 0; letter < 6; letter++)
      await community.request(null, 'POST', '/api/accounts/password-reset', { email });
  });
  expect(lines).toMatchObject([{ security: 'limited', key: expect.stringMatching(/^reset\|[\w-]{12}$/) }]);
});

it('a member who asks for everything without end leaves a line in the security log', async () => {
  const ctx = { ...(await community.ctxFor(await community.person())), log };
  const api = newApi();
  api.onError(answerError);
  api.use(async (c, next) => {
    c.set('ctx', ctx);
    await next();
  });
  api.use(limitRequests(new RequestCounts({ max: 2, windowMs: 60_000 })));
  api.get('/', (c) => c.body(null));
  const lines = await securityLinesOf([], async () => {
    for (let asked = 0; asked < 3; asked++) await api.request('/');
  });
  expect(lines).toMatchObject([{ security: 'limited', key: `requests|${memberOf(ctx.actor).userId}` }]);
});

it('the log of the proxy in front, as docs/nginx.conf has it, leaves out every address that is a secret or holds one', async () => {
  const settings = readFileSync(path.join(import.meta.dirname, '../../docs/nginx.conf'), 'utf8');
  const [, rules = ''] = /^map \$request_uri \$logged {$(.*?)^}$/ms.exec(settings) ?? [];
  const leftOut = [...rules.matchAll(/"~(.*)" 0;/g)].map(([, rule = '']) => new RegExp(rule));
  const isLogged = (address: string) => !leftOut.some((rule) => rule.test(address));
  const admin = await community.person({ role: 'admin' });
  const feed = await (await community.request(admin, 'POST', '/api/calendar/feed', {})).json();
  const held = [...(await readDocument(community)).keys()]
    .map((operation) => operation.replace(/^[A-Z]+ /, ''))
    .filter((address) => address.includes('{token}'));
  expect(held).not.toEqual([]);
  for (const address of [feed.path, ...held, `${formReturn}?code=a&state=b`])
    expect(isLogged(address), address).toBe(false);
  for (const address of ['/', '/classes', '/api/calendar/feed', '/api/classes'])
    expect(isLogged(address)).toBe(true);
  expect(settings.match(/access_log .*/g)).toEqual(Array(2).fill(expect.stringContaining('if=$logged;')));
  expect(settings.match(/^server {/gm)).toHaveLength(2);
});
