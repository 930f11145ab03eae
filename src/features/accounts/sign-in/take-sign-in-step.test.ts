import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import { hourMs } from '#shared/time/durations.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { type DiskOfTables, diskOfTables } from '../../../testing/answers/disk-of-tables.ts';
import { refusalIn } from '../../../testing/answers/to-be-refused.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import {
  askAuth,
  beginFactor,
  cookiesOf,
  goodPassword,
  personWithPassword,
  setUpFactor,
  signIn,
  tokenIn,
  whoHas,
} from '../../../testing/sign-in.ts';
import { Authenticator } from '../../../testing/stand-ins/authenticator.ts';
import { consent, leaveForProvider } from '../../../testing/stand-ins/openid-browser.ts';
import { openIdServer } from '../../../testing/stand-ins/openid-server.ts';
import { codeOf } from '../../../testing/totp.ts';
import {
  beginPasskey,
  beginPasskeySignIn,
  type OpenAuthPath,
  openAuthPaths,
  requestSignInLetter,
  requestSignInSms,
} from '../contract.ts';
import { signInSteps } from './sign-in-steps.ts';

let provider: Awaited<ReturnType<typeof openIdServer>>;
let community: Community;
let disk: DiskOfTables;
beforeAll(async () => {
  provider = await openIdServer();
  // With one connection, a step that holds its transaction and takes a second connection is never answered.
  community = await newCommunity({
    poolSize: 1,
    providers: [provider.settings],
    mail: 'sent',
    nativeTokens: true,
    phoneCodes: { countries: ['MX'], aDay: 1000 },
  });
  disk = await diskOfTables(community.db);
});
afterAll(async () => {
  await community.close();
  await provider.close();
});

/** A step as a client asks it that is no browser: with these bytes. */
const sendBytes = (step: string, text: string, cookie = '') =>
  community.api.request(`/api/auth${step}`, {
    method: 'POST',
    body: Buffer.from(text),
    headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
  });

/** Byte order marks. Each reader takes off the first one, so text that is read twice loses two. */
const marks = ['\ufeff\ufeff', '\ufeff\ufeff\ufeff'];

it('takeSignInStep refuses deeply nested fields before the library recurses through them', async () => {
  for (const [open, close] of [
    ['{"a":', '}'],
    ['[', ']'],
  ] as const) {
    const body = `{"email":${open.repeat(20_000)}""${close.repeat(20_000)}}`;
    for (const before of ['', ...marks])
      await expect(await sendBytes('/sign-in/email', before + body)).toBeRefused(commonRefusals.badInput);
  }
});

it.each(openAuthPaths.filter((path) => path.startsWith('POST ')))(
  '%s takes no body that is no JSON object, and the library does not see it',
  async (path) => {
    const { cookie } = await member();
    const { handler } = community.authentication;
    let asked = 0;
    community.authentication.handler = (request) => {
      asked++;
      return handler(request);
    };
    const fields = JSON.stringify({ email: newAddress(), password, provider: 'oidc', code: '123456' });
    const objects = [...marks.map((mark) => mark + fields), `${fields}{}`, `\0${fields}`];
    for (const text of [...objects, '', ' ', 'null', '0', '"text"', '[]', '[{}]', '{', '\ufeff'])
      await expect(await sendBytes(path.slice('POST '.length), text, cookie)).toBeRefused(
        commonRefusals.badInput,
      );
    community.authentication.handler = handler;
    expect(asked).toBe(0);
  },
);

it('a sign-in that names no account is refused, because it would be counted for none', async () => {
  for (const email of [undefined, null, 7, true, ['ana@example.org'], { a: 1 }])
    await expect(await askAuth(community, '', '/sign-in/email', { email, password })).toBeRefused(
      commonRefusals.badInput,
    );
});

const newAddress = () => `${randomUUID()}@example.org`;
const password = goodPassword;

/** A member of some hours, who is told of a new device. */
async function member(): Promise<Person> {
  const person = await personWithPassword(community);
  const createdAt = new Date(Date.now() - 3 * hourMs);
  await community.db
    .updateTable('users')
    .set({ emailVerified: true, createdAt })
    .where('id', '=', person.id)
    .execute();
  return person;
}

/** The step as this person's browser asks it. */
const asking =
  ({ cookie }: { cookie: string }, step: string, body: object = {}) =>
  () =>
    askAuth(community, cookie, step, body);

/** A member whose password was right and who is now asked for the code of an app. */
async function atSecondFactor() {
  const person = await member();
  const { totpURI, backupCodes } = await setUpFactor(community, person);
  const cookie = cookiesOf(await signIn(community, person.email));
  return { cookie, totpURI, backupCodes };
}

/** A browser that comes back from the provider, where a person with this address signed in. */
async function atReturn(email: string, how: Parameters<typeof leaveForProvider>[1] = {}) {
  provider.at.person = { sub: randomUUID(), email, email_verified: true, name: 'Ana Paz' };
  const { url, cookie } = await leaveForProvider(community, how);
  const path = await consent(url);
  return () => community.request({ id: '', name: '', email: '', cookie }, 'GET', path);
}

const post = (person: Person | null, path: string, body: object = {}) =>
  community.request(person, 'POST', `/api/accounts${path}`, body);

async function typedCode(number: string) {
  const body = { country: 'MX', number };
  const { sms } = await answerOf(post(null, '/sign-in-sms', body), requestSignInSms);
  const [, code = ''] = /#(\d{6})$/.exec((await community.texts()).at(-1)?.words ?? '') ?? [];
  return { sms, code };
}

/** Each brings a person to the step, and answers what their browser sends then. */
const steps: Readonly<Record<string, () => Promise<() => Promise<Response>>>> = {
  'POST /sign-up/email': async () =>
    asking({ cookie: '' }, '/sign-up/email', { email: newAddress(), password, zone: 'Europe/Berlin' }),
  'POST /sign-in/email': async () => {
    const { email } = await member();
    return asking({ cookie: '' }, '/sign-in/email', { email, password });
  },
  'POST /sign-in/email of a person with a second factor': async () => {
    const person = await member();
    await setUpFactor(community, person);
    return asking({ cookie: '' }, '/sign-in/email', { email: person.email, password });
  },
  'POST /sign-out': async () => asking(await member(), '/sign-out'),
  'GET /get-session': async () => {
    const person = await member();
    const expiresAt = new Date(Date.now() + 60_000);
    await community.db.updateTable('sessions').set({ expiresAt }).where('userId', '=', person.id).execute();
    return () => community.request(person, 'GET', '/api/auth/get-session');
  },
  'POST /revoke-session': async () => {
    const person = await member();
    const other = await community.anotherSession(person);
    const token = decodeURIComponent(other.cookie.split('=')[1] ?? '').split('.')[0];
    return asking(person, '/revoke-session', { token });
  },
  'POST /revoke-sessions': async () => asking(await member(), '/revoke-sessions'),
  'POST /revoke-other-sessions': async () => {
    const person = await member();
    await community.anotherSession(person);
    return asking(person, '/revoke-other-sessions');
  },
  'POST /change-password': async () =>
    asking(await member(), '/change-password', { currentPassword: password, newPassword: `${password}-2` }),
  'POST /two-factor/enable': async () => asking(await member(), '/two-factor/enable', { password }),
  'POST /two-factor/disable': async () => {
    const person = await member();
    const { cookie } = await setUpFactor(community, person);
    return asking({ cookie }, '/two-factor/disable', { password });
  },
  'POST /two-factor/verify-totp': async () => {
    const { cookie, totpURI } = await atSecondFactor();
    return asking({ cookie }, '/two-factor/verify-totp', { code: codeOf(totpURI, 1) });
  },
  'POST /two-factor/verify-totp that switches it on': async () => {
    const person = await member();
    const { totpURI } = await beginFactor(community, person.cookie);
    return asking(person, '/two-factor/verify-totp', { code: codeOf(totpURI) });
  },
  'POST /two-factor/verify-totp with a wrong code': async () => {
    const { cookie } = await atSecondFactor();
    return asking({ cookie }, '/two-factor/verify-totp', { code: '000000' });
  },
  'POST /two-factor/verify-backup-code': async () => {
    const { cookie, backupCodes } = await atSecondFactor();
    return asking({ cookie }, '/two-factor/verify-backup-code', { code: backupCodes[0] });
  },
  'POST /two-factor/generate-backup-codes': async () => {
    const person = await member();
    const { cookie } = await setUpFactor(community, person);
    return asking({ cookie }, '/two-factor/generate-backup-codes', { password });
  },
  'POST /sign-in/letter': async () => {
    const { email } = await member();
    await post(null, '/sign-in-letter', { email });
    const token = tokenIn((await community.letters()).find(({ to }) => to === email));
    return asking({ cookie: '' }, '/sign-in/letter', { token });
  },
  'POST /sign-in/letter by its code': async () => {
    const { email } = await member();
    const { letter } = await answerOf(post(null, '/sign-in-letter', { email }), requestSignInLetter);
    const sent = (await community.letters()).find(({ to }) => to === email);
    const [code] = /\d{3} \d{3}/.exec(sent?.subject ?? '') ?? [];
    return asking({ cookie: '' }, '/sign-in/letter', { letter, code });
  },
  'POST /sign-in/passkey': async () => {
    const person = await member();
    const device = new Authenticator('http://localhost:3000');
    const asked = await answerOf(post(person, '/passkeys/challenges'), beginPasskey);
    const made = { challengeId: asked.challengeId, name: 'Mi teléfono', ...device.make(asked, {}) };
    await post(person, '/passkeys', made);
    const again = await answerOf(post(null, '/passkey-sign-ins'), beginPasskeySignIn);
    const proof = { challengeId: again.challengeId, ...device.prove(again, {}) };
    return asking({ cookie: '' }, '/sign-in/passkey', proof);
  },
  'POST /sign-in/phone': async () => {
    const person = await member();
    const number = `+5255${String(Math.floor(10_000_000 + Math.random() * 80_000_000))}`;
    await community.db.insertInto('phones').values({ userId: person.id, number }).execute();
    return asking({ cookie: '' }, '/sign-in/phone', await typedCode(number));
  },
  'POST /sign-in/social': async () => asking({ cookie: '' }, '/sign-in/social', { provider: 'oidc' }),
  'POST /link-social': async () => asking(await member(), '/link-social', { provider: 'oidc' }),
  'GET /token that makes the first key': async () => {
    const { cookie } = await member();
    await community.db.deleteFrom('signingKeys').execute();
    const authorization = `Bearer ${decodeURIComponent(cookie.slice(cookie.indexOf('=') + 1))}`;
    return () => community.request(null, 'GET', '/api/auth/token', undefined, { authorization });
  },
  'GET /jwks that makes the first key': async () => {
    await community.db.deleteFrom('signingKeys').execute();
    return () => community.request(null, 'GET', '/api/auth/jwks');
  },
  'GET /callback/oidc of a newcomer': () => atReturn(newAddress()),
  'GET /callback/oidc that joins an account': async () => atReturn((await member()).email),
  'GET /callback/oidc that links an account': async () => {
    const { cookie } = await member();
    return atReturn(newAddress(), { cookie, step: '/link-social' });
  },
  'GET /callback/oidc of a person with a second factor': async () => {
    const person = await member();
    await setUpFactor(community, person);
    return atReturn(person.email);
  },
} satisfies Partial<Record<OpenAuthPath | `${OpenAuthPath} ${string}`, unknown>>;

/** What a browser is told: a status with a code, or the page that it is sent to. */
async function told(answer: Response) {
  if (answer.status === 302) return { page: answer.headers.get('location') };
  const { status, code } = await refusalIn(answer);
  return { status, code, retryAfter: answer.headers.get('retry-after') };
}

const comeBackLater = { status: 503, code: commonRefusals.busy.code, retryAfter: '2' };
const pageThatSaysSo = { page: expect.stringMatching(/^\/(auth|profile)\?error=http_busy(#security)?$/) };

const isReturn = (path: OpenAuthPath) => path.startsWith('GET /callback');

/** Subjects of the letters that were wanted since they were last sent. */
const lettersNow = async () => (await community.letters()).map(({ subject }) => subject);

const pathOf = (step: string) => step.split(' ').slice(0, 2).join(' ') as OpenAuthPath;

it('every address of the sign-in library meets a full disk in this file, but for one that only reads and for other providers', () => {
  const met = new Set(Object.keys(steps).map(pathOf));
  const others = ['google', 'microsoft', 'apple'].map((provider) => `GET /callback/${provider}`);
  expect(openAuthPaths.filter((path) => !met.has(path))).toEqual(['GET /list-sessions', ...others]);
});

it.each(Object.keys(steps))(
  '%s is told to come back, whichever of its tables is on a full disk, and the same request succeeds after that',
  async (step) => {
    const path = pathOf(step);
    const bring = steps[step]!;
    const ask = await bring();
    await lettersNow();
    await disk.takeWritten();
    const succeeded = await told(await ask());
    const tables = await disk.takeWritten();
    expect(tables).not.toEqual([]);
    expect([comeBackLater, pageThatSaysSo]).not.toContainEqual(succeeded);
    const expected = { answer: succeeded, letters: await lettersNow() };
    for (const table of tables) {
      const askOnFullDisk = await bring();
      await lettersNow();
      await disk.fill(table);
      const failed = await told(await askOnFullDisk());
      await disk.fill(null);
      expect({ table, answer: failed, letters: await lettersNow() }).toEqual({
        table,
        answer: isReturn(path) ? pageThatSaysSo : comeBackLater,
        letters: [],
      });
      // A code of a provider is good for one return.
      if (isReturn(path)) continue;
      const answer = await told(await askOnFullDisk());
      expect({ table, answer, letters: await lettersNow() }).toEqual({ table, ...expected });
    }
  },
);

it('a person whose sign-out could not be written is still signed in, and signs out with the next request', async () => {
  const person = await member();
  const isSignedIn = async () => (await whoHas(community, person.cookie)) !== null;
  await disk.fill('sessions');
  const answer = await askAuth(community, person.cookie, '/sign-out', {});
  await disk.fill(null);
  await expect(answer).toBeRefused(commonRefusals.busy);
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect(await isSignedIn()).toBe(true);
  expect((await askAuth(community, person.cookie, '/sign-out', {})).status).toBe(200);
  expect(await isSignedIn()).toBe(false);
});

it.each(Object.keys(steps).filter((step) => signInSteps[pathOf(step)].hashes))(
  '%s holds no connection of the database while the library hashes the password',
  async (step) => {
    const ask = await steps[step]!();
    const { password: hasher } = await community.authentication.$context;
    const { hash, verify } = hasher;
    // It waits for the only connection.
    const takeConnection = () => sql`select 1`.execute(community.db);
    let hashed = 0;
    hasher.hash = async (given) => {
      await takeConnection();
      hashed++;
      return hash(given);
    };
    hasher.verify = async (given) => {
      await takeConnection();
      hashed++;
      return verify(given);
    };
    try {
      expect((await ask()).status).toBe(200);
    } finally {
      Object.assign(hasher, { hash, verify });
    }
    expect(hashed).toBeGreaterThan(0);
  },
);

it('an account whose second factor could not be switched off keeps it and its session, and its owner gets no letter', async () => {
  const person = await member();
  const { cookie } = await setUpFactor(community, person);
  await lettersNow();
  await disk.fill('due_work');
  const answer = await askAuth(community, cookie, '/two-factor/disable', { password });
  await disk.fill(null);
  await expect(answer).toBeRefused(commonRefusals.busy);
  expect(await lettersNow()).toEqual([]);
  expect(await whoHas(community, cookie)).toMatchObject({ secondFactor: true });
});

it('six people who sign in by letter at once are all answered, though the server has one connection', async () => {
  const asks: (() => Promise<Response>)[] = [];
  for (let n = 0; n < 6; n++) asks.push(await steps['POST /sign-in/letter']!());
  const answers = await Promise.all(asks.map((ask) => ask()));
  expect(answers.map(({ status }) => status)).toEqual(asks.map(() => 200));
});
