import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { cookiesOf, goodPassword, personWithPassword, tokenIn } from '../../../testing/sign-in.ts';
import { accountKey } from './limit-account.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity({ limitAttempts: true, trustProxy: true });
});
afterAll(() => community.close());
afterEach(() => community.setNow(null));

vi.setConfig({ testTimeout: 90_000 });

let networks = 0;
/** A client address that no other test uses. */
const newNetwork = () => `10.1.${Math.floor(++networks / 250)}.${networks % 250}`;

type Try = { email: string; from: string; password?: string; cookie?: string };

const wrong = 'no-es-esta';
function signIn({ email, from, password = goodPassword, cookie = '' }: Try): Promise<Response> {
  const headers = { 'x-forwarded-for': from, ...(cookie && { cookie }) };
  return community.request(null, 'POST', '/api/auth/sign-in/email', { email, password }, headers);
}

async function guess(times: number, given: Try): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < times; n++) statuses.push((await signIn({ password: wrong, ...given })).status);
  return statuses;
}

const later = (minutes: number) => community.setNow(new Date(community.now().getTime() + minutes * 60_000));
const all = (status: number, times: number) => Array(times).fill(status);

/** A person who has signed in before, with the cookies of that browser. */
async function personAtHome(): Promise<{ email: string; home: string; cookie: string }> {
  const { email } = await personWithPassword(community);
  const home = newNetwork();
  const cookie = cookiesOf(await signIn({ email, from: home }));
  expect(cookie).toContain('sumi.device=');
  return { email, home, cookie: cookie.split('; ').find((one) => one.startsWith('sumi.device=')) ?? '' };
}

describe('wrong passwords of a stranger', () => {
  it.each(['an account', 'an address without an account'])(
    'are tried 25 times an hour for %s from one network, which keeps no other network out',
    async (whose) => {
      const person = await personWithPassword(community);
      const email = whose === 'an account' ? person.email : `${crypto.randomUUID()}@example.org`;
      const from = newNetwork();
      expect(await guess(24, { email, from })).toEqual(all(401, 24));
      // The network may go on after five minutes, the account from there may not.
      later(6);
      expect(await guess(2, { email, from })).toEqual([401, 429]);
      const refused = await signIn({ email: ` ${email.toUpperCase()}`, from });
      expect(refused.status).toBe(429);
      expect(refused.headers.get('retry-after')).toBe('3600');
      const elsewhere = await signIn({ email, from: newNetwork() });
      expect(elsewhere.status).toBe(whose === 'an account' ? 200 : 401);
    },
  );

  it('that the limit of their network refuses count nothing for the account', async () => {
    const from = newNetwork();
    const [first, second] = [await personWithPassword(community), await personWithPassword(community)];
    await guess(25, { email: first.email, from });
    expect(await guess(30, { email: second.email, from })).toEqual(all(429, 30));
    later(6);
    expect((await signIn({ email: second.email, from })).status).toBe(200);
  });

  it('from four networks stop new devices for an hour, and never a device that signed in before', async () => {
    const { email, home, cookie } = await personAtHome();
    for (let n = 0; n < 4; n++) {
      expect(await guess(25, { email, from: newNetwork() })).toEqual(all(401, 25));
    }
    const refused = await signIn({ email, from: newNetwork() });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600']);
    later(59);
    expect((await signIn({ email, from: newNetwork() })).status).toBe(429);
    expect((await signIn({ email, from: home })).status).toBe(429);
    expect((await signIn({ email, from: home, cookie })).status).toBe(200);
    // And that it signed in lets new devices in again.
    expect((await signIn({ email, from: newNetwork() })).status).toBe(200);
  });

  it('in the owner’s own network do not stop the owner’s device', async () => {
    const { email, home, cookie } = await personAtHome();
    await guess(25, { email, from: home });
    expect((await signIn({ email, from: home })).status).toBe(429);
    expect((await signIn({ email, from: home, cookie })).status).toBe(200);
  });

  it('are forgotten when the owner has a new password from a letter', async () => {
    const { email } = await personAtHome();
    const from = newNetwork();
    await guess(25, { email, from });
    for (let n = 0; n < 3; n++) await guess(25, { email, from: newNetwork() });
    expect((await signIn({ email, from: newNetwork() })).status).toBe(429);
    await community.request(null, 'POST', '/api/accounts/password-reset', { email });
    const letter = (await community.letters()).find(({ to }) => to === email);
    const password = 'colibri-de-papel';
    const answer = await community.request(null, 'PUT', '/api/accounts/password-reset', {
      token: tokenIn(letter),
      password,
    });
    expect(answer.status).toBe(200);
    later(6);
    expect((await signIn({ email, password, from })).status).toBe(200);
  });
});

describe('a known device', () => {
  it('signs in before strangers who fill the queue for checking passwords, and when there is no place for them', async () => {
    const { email, home, cookie } = await personAtHome();
    const { password: hasher } = await community.authentication.$context;
    const { verify } = hasher;
    const checked: string[] = [];
    const [begin, ownerChecked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    hasher.verify = async (given) => {
      await begin.promise;
      checked.push(given.password);
      // Two strangers had begun before. The next ones wait for the owner, so that none passes by being faster.
      if (given.password === goodPassword) ownerChecked.resolve();
      else if (checked.length > 2) await ownerChecked.promise;
      return verify(given);
    };
    try {
      const victim = await personWithPassword(community);
      const stranger = () => signIn({ email: victim.email, from: newNetwork(), password: wrong });
      // Two are checked at a time and forty wait; the others are told to come back, which says that the queue is full.
      let refused = 0;
      const strangers = Array.from({ length: 60 }, async () => {
        if ((await stranger()).status === 503) refused++;
      });
      await expect.poll(() => refused).toBe(18);
      const owner = signIn({ email, from: home, cookie });
      // Counted, they are in the queue before the newcomer has come as far.
      const counted = community.db
        .selectFrom('rateLimits')
        .select('count')
        .where('key', 'like', `${accountKey('sign-in', email)}|device %`);
      await expect.poll(() => counted.execute()).toHaveLength(1);
      const newcomer = await signIn({ email, from: newNetwork() });
      expect(newcomer.status).toBe(503);
      begin.resolve();
      expect((await owner).status).toBe(200);
      await Promise.all(strangers);
      expect(checked.indexOf(goodPassword)).toBeLessThanOrEqual(3);
      expect(checked).toHaveLength(43);
    } finally {
      hasher.verify = verify;
    }
  });

  it('tries 25 wrong passwords an hour, and not once more', async () => {
    const { email, home, cookie } = await personAtHome();
    expect(await guess(26, { email, from: home, cookie })).toEqual([...all(401, 25), 429]);
  });

  it('is known for its accounts alone, and by no cookie that was made up', async () => {
    const { email, cookie } = await personAtHome();
    const stranger = await personAtHome();
    const from = newNetwork();
    await guess(25, { email, from });
    const madeUp = cookie.replace(/\.[\w-]{43}/, `.${'A'.repeat(43)}`);
    for (const other of [stranger.cookie, madeUp, `${cookie}x`, 'sumi.device=']) {
      expect((await signIn({ email, from, cookie: other })).status).toBe(429);
    }
    expect((await signIn({ email, from, cookie })).status).toBe(200);
  });

  it('is known for each of the accounts that share it', async () => {
    const [one, two] = [await personAtHome(), await personAtHome()];
    const both = cookiesOf(await signIn({ email: two.email, from: two.home, cookie: one.cookie }));
    const cookie = both.split('; ').find((each) => each.startsWith('sumi.device=')) ?? '';
    for (const { email } of [one, two]) {
      const from = newNetwork();
      await guess(25, { email, from });
      expect((await signIn({ email, from, cookie })).status).toBe(200);
    }
  });
});

it('right passwords are not counted', async () => {
  const { email } = await personWithPassword(community);
  const from = newNetwork();
  for (let n = 0; n < 30; n++) expect((await signIn({ email, from })).status).toBe(200);
});

describe('a stolen session', () => {
  const asking: Record<string, (password: string) => [path: string, body: object]> = {
    'switching the second factor on': (password) => ['/api/auth/two-factor/enable', { password }],
    'switching the second factor off': (password) => ['/api/auth/two-factor/disable', { password }],
    'new backup codes': (password) => ['/api/auth/two-factor/generate-backup-codes', { password }],
    'another password': (currentPassword) => [
      '/api/auth/change-password',
      { currentPassword, newPassword: 'otra-larga-y-rara' },
    ],
    'another address': (password) => [
      '/api/accounts/email-change',
      { email: `${crypto.randomUUID()}@example.org`, password },
    ],
    'a passkey': (password) => ['/api/accounts/passkeys/challenges', { password }],
    'a passkey less': (password) => [`/api/accounts/passkeys/${crypto.randomUUID()}/removal`, { password }],
    'an account of a provider': (password) => ['/api/auth/link-social', { provider: 'google', password }],
    'a provider less': (password) => [
      `/api/accounts/identities/${crypto.randomUUID()}/removal`,
      { password },
    ],
    'a copy of the data': (password) => ['/api/privacy/export', { password }],
    'the end of the account': (password) => ['/api/privacy/deletion', { password, typed: 'x' }],
  };
  const steps = Object.values(asking);
  const ask = (person: Person, step: number, password: string) => {
    const [path, body] = steps[step % steps.length]?.(password) ?? ['', {}];
    return community.request(person, 'POST', path, body, { 'x-forwarded-for': newNetwork() });
  };

  it('guesses the password 25 times an hour, over all steps that ask for it and from any network', async () => {
    const person = await personWithPassword(community);
    await community.db
      .updateTable('users')
      .set({ emailVerified: true })
      .where('id', '=', person.id)
      .execute();
    const statuses: number[] = [];
    for (let n = 0; n < 25; n++) statuses.push((await ask(person, n, wrong)).status);
    expect(statuses).not.toContain(429);
    for (const step of steps.keys()) {
      const { status, headers } = await ask(person, step, goodPassword);
      const what = Object.keys(asking)[step];
      expect([what, status, headers.get('retry-after')]).toEqual([what, 429, '3600']);
    }
    later(59);
    expect((await ask(person, 0, goodPassword)).status).toBe(429);
    later(2);
    expect((await ask(person, 0, goodPassword)).status).toBe(200);
  });

  it('is counted from the beginning after the right password, by whichever step', async () => {
    const person = await personWithPassword(community);
    for (const rightAt of [4, 0]) {
      for (let n = 0; n < 24; n++) expect((await ask(person, n % 4, wrong)).status).not.toBe(429);
      expect((await ask(person, rightAt, goodPassword)).status).toBe(200);
    }
  });
});

it('one network asks for twenty letters with a link in half an hour, for any addresses', async () => {
  const from = newNetwork();
  const ask = (where: string) => {
    const body = { email: `${crypto.randomUUID()}@example.org` };
    return community.request(null, 'POST', '/api/accounts/password-reset', body, {
      'x-forwarded-for': where,
    });
  };
  const answers: Response[] = [];
  for (let n = 0; n < 22; n++) answers.push(await ask(from));
  expect(answers.map(({ status }) => status)).toEqual([...all(200, 20), 429, 429]);
  expect((await ask(newNetwork())).status).toBe(200);
});

it('one network signs up sixty times in half an hour, for any addresses, and again after that', async () => {
  const from = newNetwork();
  const signUp = (where: string) => {
    const body = { name: 'Ana', email: `${crypto.randomUUID()}@example.org`, password: goodPassword };
    return community.request(null, 'POST', '/api/auth/sign-up/email', body, { 'x-forwarded-for': where });
  };
  const statuses: number[] = [];
  for (let n = 0; n < 62; n++) statuses.push((await signUp(from)).status);
  expect(statuses).toEqual([...all(200, 60), 429, 429]);
  expect((await signUp(newNetwork())).status).toBe(200);
  later(29);
  expect((await signUp(from)).status).toBe(429);
  later(2);
  expect((await signUp(from)).status).toBe(200);
});

it('addresses of one IPv6 network are counted as one', async () => {
  const { email } = await personWithPassword(community);
  const statuses: number[] = [];
  for (let n = 1; n <= 26; n++)
    statuses.push((await signIn({ email, password: wrong, from: `2001:db8:7:7::${n}` })).status);
  expect(statuses).toEqual([...all(401, 25), 429]);
});

it('of several addresses of a client the last one is counted, which the proxy wrote, whatever the client says before it', async () => {
  const { email } = await personWithPassword(community);
  const proxied = newNetwork();
  const statuses: number[] = [];
  for (let n = 1; n <= 26; n++)
    statuses.push((await signIn({ email, password: wrong, from: `203.0.113.${n}, ${proxied}` })).status);
  expect(statuses).toEqual([...all(401, 25), 429]);
  expect((await signIn({ email, from: `${proxied}, ${newNetwork()}` })).status).toBe(200);
});
