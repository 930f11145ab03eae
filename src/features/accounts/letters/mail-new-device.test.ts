import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { askAuth, goodPassword, personWithPassword, setUpFactor, tokenIn } from '../../../testing/sign-in.ts';
import { Authenticator } from '../../../testing/stand-ins/authenticator.ts';
import { cookiesAfter, enterByProvider } from '../../../testing/stand-ins/openid-browser.ts';
import { openIdServer } from '../../../testing/stand-ins/openid-server.ts';
import { beginPasskey, beginPasskeySignIn, requestSignInSms } from '../contract.ts';
import { isToldOfDevice } from '../rules.ts';
import { deviceInWords } from './mail-new-device.ts';

const phoneWords =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
const subject = 'Nuevo inicio de sesión en tu cuenta';

let provider: Awaited<ReturnType<typeof openIdServer>>;
let community: Community;
beforeAll(async () => {
  provider = await openIdServer();
  const phoneCodes = { countries: ['MX' as const], aDay: 1000 };
  community = await newCommunity({ providers: [provider.settings], mail: 'sent', phoneCodes });
});
afterAll(async () => {
  await community.close();
  await provider.close();
});

afterEach(() => community.setNow(null));

/** A member of some hours, whose address is proved. */
async function member(): Promise<Person> {
  const person = await personWithPassword(community);
  const createdAt = new Date(community.now().getTime() - 3 * 60 * 60_000);
  await community.db
    .updateTable('users')
    .set({ emailVerified: true, createdAt })
    .where('id', '=', person.id)
    .execute();
  return person;
}

/** The letters about a new device that were sent since they were last asked for. */
const toldOf = async ({ email }: Person) =>
  (await community.letters()).filter((letter) => letter.to === email && letter.subject === subject);

async function signIn({ email }: Person, cookie = '', from = '10.9.9.9'): Promise<string> {
  const headers = { 'user-agent': phoneWords, 'x-forwarded-for': from, ...(cookie && { cookie }) };
  const body = { email, password: goodPassword };
  const answer = await community.request(null, 'POST', '/api/auth/sign-in/email', body, headers);
  expect(answer.status).toBe(200);
  return cookiesAfter(cookie, answer);
}

/** What a member signs in by, and how: from the browser that has these cookies, to those that it has then. */
type Enter = (cookie: string) => Promise<string>;
type Way = [name: string, prepare: (person: Person) => Promise<Enter>];

const stepFrom = async (cookie: string, path: string, body: object) => {
  const answer = await askAuth(community, cookie, path, body);
  expect(answer.status).toBe(200);
  return cookiesAfter(cookie, answer);
};

const ways: Way[] = [
  ['a password', async (person) => (cookie) => signIn(person, cookie)],
  [
    'a password and a code',
    async (person) => {
      const { backupCodes } = await setUpFactor(community, person);
      return async (cookie) =>
        stepFrom(await signIn(person, cookie), '/two-factor/verify-backup-code', { code: backupCodes.pop() });
    },
  ],
  [
    'a letter',
    async ({ email }) =>
      async (cookie) => {
        await community.request(null, 'POST', '/api/accounts/sign-in-letter', { email });
        const letter = (await community.letters()).find(({ to }) => to === email);
        return stepFrom(cookie, '/sign-in/letter', { token: tokenIn(letter) });
      },
  ],
  [
    'a text message',
    async ({ id }) => {
      const number = '+525512345678';
      await community.db.insertInto('phones').values({ userId: id, number }).execute();
      return async (cookie) => {
        const { sms } = await answerOf(
          community.request(null, 'POST', '/api/accounts/sign-in-sms', {
            country: 'MX',
            number,
          }),
          requestSignInSms,
        );
        const code = /#(\d{6})$/.exec((await community.texts()).at(-1)?.words ?? '')?.[1];
        return stepFrom(cookie, '/sign-in/phone', { sms, code });
      };
    },
  ],
  [
    'a passkey',
    async (person) => {
      const device = new Authenticator('http://localhost:3000');
      const ask = (who: Person | null, path: string) => community.request(who, 'POST', path, {});
      const asked = await answerOf(ask(person, '/api/accounts/passkeys/challenges'), beginPasskey);
      const key = { challengeId: asked.challengeId, name: 'Mi teléfono', ...device.make(asked) };
      await community.request(person, 'POST', '/api/accounts/passkeys', key);
      return async (cookie) => {
        const proof = await answerOf(ask(null, '/api/accounts/passkey-sign-ins'), beginPasskeySignIn);
        const body = { challengeId: proof.challengeId, ...device.prove(proof) };
        return stepFrom(cookie, '/sign-in/passkey', body);
      };
    },
  ],
  [
    'an account of a provider',
    async ({ email }) => {
      provider.at.person = { sub: randomUUID(), email, email_verified: true, name: 'Ana Paz' };
      return async (cookie) => (await enterByProvider(community, { cookie })).cookie;
    },
  ],
];

/** A browser that is signed out keeps only what is known of the device. */
const signedOut = (cookie: string) => cookie.split('; ').find((one) => one.startsWith('sumi.device=')) ?? '';

describe.each(ways)('a member who signs in by %s', (_way, prepare) => {
  it('is told of a browser that had not, once for each, and of none that had', async () => {
    const person = await member();
    const enter = await prepare(person);
    const here = signedOut(await enter(''));
    expect(await toldOf(person)).toHaveLength(1);
    const again = signedOut(await enter(here));
    expect(again).toContain('sumi.device=');
    expect(await toldOf(person)).toHaveLength(0);
    await enter('');
    expect(await toldOf(person)).toHaveLength(1);
  });
});

it('a right password that still waits for a code makes no browser known and writes no letter', async () => {
  const person = await member();
  await setUpFactor(community, person);
  expect(signedOut(await signIn(person))).toBe('');
  expect(await toldOf(person)).toHaveLength(0);
});

it('the letter says when, in the owner’s zone, from what, and what to do', async () => {
  const person = await member();
  await community.db.updateTable('users').set({ zone: 'America/Lima' }).where('id', '=', person.id).execute();
  await signIn(person);
  const [letter] = await toldOf(person);
  expect(letter?.text).toContain('desde Chrome (Android), donde no habías entrado antes: ');
  expect(letter?.text).toMatch(/\d{4}, \d\d:\d\d, hora de Lima\./);
  expect(letter?.text).toContain('«¿Olvidaste tu contraseña?»');
});

it('an owner gets five letters in an hour, however often their account is entered', async () => {
  const person = await member();
  const start = community.now().getTime();
  const lettersFor = async (minutes: number, times: number) => {
    community.setNow(new Date(start + minutes * 60_000));
    for (let n = 0; n < times; n++) await signIn(person, '', `10.9.8.${n}`);
    return (await toldOf(person)).length;
  };
  expect(await lettersFor(0, 7)).toBe(5);
  expect(await lettersFor(59, 1)).toBe(0);
  expect(await lettersFor(61, 1)).toBe(1);
});

it('a visitor who signs up gets no letter about their browser, which is known from then on', async () => {
  const email = `${randomUUID()}@example.org`;
  const body = { name: 'Ana', email, password: goodPassword, zone: 'America/Lima', locale: 'es' };
  const answer = await askAuth(community, '', '/sign-up/email', body);
  expect(answer.status).toBe(200);
  expect(cookiesAfter('', answer)).toContain('sumi.device=');
  const letters = (await community.letters()).filter(({ to }) => to === email);
  expect(letters.map((letter) => letter.subject)).toEqual(['Confirma tu correo']);
});

it.each([
  ['an hour old', { ageMinutes: 60, emailVerified: true }, false, true],
  ['an hour old, on a known device', { ageMinutes: 60, emailVerified: true }, true, false],
  ['of 59 minutes', { ageMinutes: 59, emailVerified: true }, false, false],
  ['of an address that is not proved', { ageMinutes: 600, emailVerified: false }, false, false],
])(
  'isToldOfDevice: the owner of an account %s',
  (_name, { ageMinutes, emailVerified }, isKnown, expected) => {
    const now = new Date('2026-11-24T12:00:00Z');
    const createdAt = new Date(now.getTime() - ageMinutes * 60_000);
    expect(isToldOfDevice({ emailVerified, createdAt }, isKnown, now)).toBe(expected);
  },
);

it.each([
  [phoneWords, 'Chrome (Android)'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari (iOS)',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox (Linux)'],
  ['SumiApp/1', ''],
  ['Copia de seguridad de Sumi. Si dudas, entra en https://evil.example/x/1 (Windows NT 10.0)', ''],
  [undefined, ''],
])('deviceInWords names the browser and the system of %s', (userAgent, words) => {
  expect(deviceInWords(userAgent)).toBe(words);
});
