import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { raceBehind } from '../../../testing/races/race.ts';
import { withoutRowLocks } from '../../../testing/races/without-row-locks.ts';
import {
  askAuth,
  cookiesOf,
  personWithPassword,
  setUpFactor,
  tokenIn,
  whoHas,
} from '../../../testing/sign-in.ts';
import {
  comeBack,
  consent,
  enterByProvider,
  leaveForProvider,
} from '../../../testing/stand-ins/openid-browser.ts';
import { type Fault, openIdServer } from '../../../testing/stand-ins/openid-server.ts';
import { codeOf } from '../../../testing/totp.ts';
import { removeOtherWaysIn } from '../links/remove-other-ways-in.ts';
import { deleteSessions } from '../sessions/delete-sessions.ts';
import { holdIdentity } from './hold-identity.ts';

let provider: Awaited<ReturnType<typeof openIdServer>>;
let community: Community;
beforeAll(async () => {
  provider = await openIdServer();
  community = await newCommunity({ providers: [provider.settings], mail: 'sent' });
});
afterAll(async () => {
  await community.close();
  await provider.close();
});

const newAddress = () => `${randomUUID()}@example.org`;
/** A person whom the provider vouches for, now in front of its sign-in page. */
function someone(traits: object = {}) {
  const person = { sub: randomUUID(), email: newAddress(), email_verified: true, name: 'Ana Paz', ...traits };
  provider.at.person = person;
  return person;
}
beforeEach(() => {
  provider.at.fault = null;
});

const prove = (person: Person) =>
  community.db.updateTable('users').set({ emailVerified: true }).where('id', '=', person.id).execute();
const identitiesOf = (userId: string) =>
  community.db
    .selectFrom('signInMethods')
    .select(['providerId', 'accountId', 'accessToken', 'idToken'])
    .where('userId', '=', userId)
    .where('providerId', '<>', 'credential')
    .execute();
const usersOf = (email: string) =>
  community.db.selectFrom('users').selectAll().where('email', '=', email.toLowerCase()).execute();

describe('a newcomer', () => {
  it('gets a role, a profile and the bonus, a zone and a language, and is asked for their age like all others', async () => {
    const { email } = someone();
    const { page, cookie } = await enterByProvider(community, {
      body: { zone: 'Europe/Berlin', locale: 'de' },
    });
    expect(page).toBe('/auth?back=new');
    expect(await whoHas(community, cookie)).toMatchObject({
      name: 'Ana Paz',
      email,
      emailVerified: true,
      role: 'student',
      ageAnswered: false,
      zone: 'Europe/Berlin',
      locale: 'de',
      identities: [{ provider: 'oidc' }],
      factors: [],
    });
    const [user] = await usersOf(email);
    const wallet = await community.db
      .selectFrom('wallets')
      .select('balance')
      .where('userId', '=', user?.id ?? '')
      .executeTakeFirst();
    expect(wallet?.balance).toBeGreaterThan(0);
    // Neither a letter that asks for a confirmation nor one about a new way in.
    expect(await community.letters()).toEqual([]);
  });

  it('comes back another day to the same account, also with another address', async () => {
    const person = someone();
    const first = await whoHas(community, (await enterByProvider(community)).cookie);
    someone({ ...person, email: newAddress(), email_verified: false });
    const { page, cookie } = await enterByProvider(community);
    expect(page).toBe('/auth?back=in');
    expect(await whoHas(community, cookie)).toEqual(first);
  });

  it('without a usable name is called by their address', async () => {
    const { email } = someone({ name: '\u0000' });
    const { cookie } = await enterByProvider(community);
    expect(await whoHas(community, cookie)).toMatchObject({ name: email.split('@')[0], nameAnswered: false });
  });

  it('leaves no token of the provider in the database', async () => {
    const { email } = someone();
    await enterByProvider(community);
    const [user] = await usersOf(email);
    expect(await identitiesOf(user?.id ?? '')).toMatchObject([{ accessToken: null, idToken: null }]);
  });

  it('of twice the same return makes one account', async () => {
    const { email } = someone();
    const { url, cookie } = await leaveForProvider(community);
    const path = await consent(url);
    const returns = await Promise.all([1, 2, 3].map(() => comeBack(community, path, cookie)));
    expect(returns.filter(({ page }) => page === '/auth?back=new')).toHaveLength(1);
    expect(await usersOf(email)).toHaveLength(1);
  });
});

describe('a return from a provider that meets a reset of the password', () => {
  /** An identity that signs in to the account of a person, such as one who signed up with another’s address. */
  async function withIdentity() {
    const person = await personWithPassword(community);
    const { sub } = someone();
    const identity = { userId: person.id, providerId: 'oidc', accountId: sub };
    await community.db.insertInto('signInMethods').values(identity).execute();
    return { person, sub };
  }
  /** What the reset does, once it has the account. */
  const takeBack = (userId: string) => async (ctx: Ctx) => {
    await ctx.db.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
    await removeOtherWaysIn(ctx, userId);
    await deleteSessions(ctx, userId);
  };
  const sessionsOf = (userId: string) =>
    community.db.selectFrom('sessions').select('id').where('userId', '=', userId).execute();

  it('opens no session of an account whose identity is taken off meanwhile', async () => {
    const { person } = await withIdentity();
    const { url, cookie } = await leaveForProvider(community);
    const path = await consent(url);
    await raceBehind(await community.ctxFor(), takeBack(person.id), () => [
      comeBack(community, path, cookie),
    ]);
    expect(await sessionsOf(person.id)).toEqual([]);
  });

  /** The sessions that stand after an identity was looked up, and a session opened by it, behind a reset. */
  async function openedBehind(change: (ctx: Ctx) => Ctx = (ctx) => ctx) {
    const { person, sub } = await withIdentity();
    const ctx = await community.ctxFor();
    const enter = () =>
      inTransaction(change(ctx), async (inner) => {
        if (!(await holdIdentity(inner, 'oidc', sub))) return;
        const session = { userId: person.id, token: randomUUID(), expiresAt: new Date(Date.now() + 60_000) };
        await inner.db.insertInto('sessions').values(session).execute();
      });
    await raceBehind(ctx, takeBack(person.id), () => [enter()]);
    return (await sessionsOf(person.id)).length;
  }

  it('finds the identity gone, once it has waited for the account', async () => {
    expect(await openedBehind()).toBe(0);
  });

  it('the control: without the lock a session is opened behind the reset', async () => {
    expect(await openedBehind(withoutRowLocks)).toBe(1);
  });
});

describe('an account that is there', () => {
  it('is joined when both addresses are proved, and its owner is told by a letter', async () => {
    const person = await personWithPassword(community);
    await prove(person);
    someone({ email: person.email.toUpperCase() });
    const { page, cookie } = await enterByProvider(community);
    expect(page).toBe('/auth?back=in');
    expect(await whoHas(community, cookie)).toMatchObject({ id: person.id });
    const [letter] = await community.letters();
    expect(letter).toMatchObject({ to: person.email, subject: 'Tu cuenta tiene una nueva forma de entrar' });
  });

  it('is not joined while Sumi has not proved its address: another person may have signed up with it', async () => {
    const person = await personWithPassword(community);
    someone({ email: person.email });
    const { page, cookie } = await enterByProvider(community);
    expect(page).toBe('/auth?error=account_not_linked');
    expect(await whoHas(community, cookie)).toBeNull();
    expect(await identitiesOf(person.id)).toEqual([]);
  });

  it('is not joined on an address that the provider has not proved, and the answer does not tell that it exists', async () => {
    const person = await personWithPassword(community);
    await prove(person);
    for (const email of [person.email, newAddress()]) {
      someone({ email, email_verified: false });
      expect((await enterByProvider(community)).page).toBe('/auth?error=email_not_verified');
    }
    expect(await identitiesOf(person.id)).toEqual([]);
  });

  it('that is banned is not entered', async () => {
    someone();
    const { id } = (await whoHas(community, (await enterByProvider(community)).cookie)) ?? { id: '' };
    await community.db.updateTable('users').set({ bannedAt: new Date() }).where('id', '=', id).execute();
    const { page, cookie } = await enterByProvider(community);
    expect(page).toBe('/auth?error=BANNED');
    expect(await whoHas(community, cookie)).toBeNull();
  });

  it('with a second factor is entered with its code alone', async () => {
    const person = await personWithPassword(community);
    await prove(person);
    const { totpURI } = await setUpFactor(community, person);
    someone({ email: person.email });
    const { page, cookie } = await enterByProvider(community);
    expect(page).toBe('/auth?back=code');
    expect(cookie).not.toContain('session_token');
    const entered = await askAuth(community, cookie, '/two-factor/verify-totp', { code: codeOf(totpURI, 1) });
    expect(await whoHas(community, cookiesOf(entered))).toMatchObject({
      id: person.id,
      factors: [{ factorType: 'totp', status: 'verified' }],
    });
  });

  it('loses the identities of a person who used its address before, when its owner resets the password', async () => {
    const person = await personWithPassword(community);
    await community.db
      .insertInto('signInMethods')
      .values({ userId: person.id, providerId: 'oidc', accountId: randomUUID() })
      .execute();
    await community.request(null, 'POST', '/api/accounts/password-reset', { email: person.email });
    const token = tokenIn((await community.letters()).at(-1));
    const reset = { token, password: 'colibri-de-papel' };
    expect((await community.request(null, 'PUT', '/api/accounts/password-reset', reset)).status).toBe(200);
    expect(await identitiesOf(person.id)).toEqual([]);
    await community.letters();
  });
});

describe('a provider that misbehaves', () => {
  const bad: Fault[] = [
    'token endpoint fails',
    'no token',
    'another nonce',
    'another key',
    'another audience',
    'another client',
    'another issuer',
    'expired',
    'signs with the secret',
  ];
  it.each(bad)('(%s) signs no person in and makes no account', async (fault) => {
    const { email } = someone();
    provider.at.fault = fault;
    const { page, cookie } = await enterByProvider(community);
    expect(page).toMatch(/^\/auth\?error=(PROVIDER_AWAY|invalid_code)$/);
    expect(await whoHas(community, cookie)).toBeNull();
    expect(await usersOf(email)).toEqual([]);
  });

  it('refuses at its own page, and the browser is back at ours', async () => {
    someone();
    provider.at.fault = 'denies';
    expect((await enterByProvider(community)).page).toBe('/auth?error=access_denied');
  });

  it.each(['away', 'stalls'] as const)(
    '(%s) lets Sumi start, is told of in time, and is asked again',
    async (fault) => {
      provider.at.fault = fault;
      const fresh = await newCommunity({ providers: [provider.settings] });
      const { answer } = await leaveForProvider(fresh);
      expect([answer.status, (await answer.json()).code]).toEqual([424, 'PROVIDER_AWAY']);
      provider.at.fault = null;
      expect((await leaveForProvider(fresh)).url).toContain(provider.settings.issuer);
      await fresh.close();
    },
  );

  it.each(['away', 'stalls'] as const)(
    '(%s) while a person is there sends them back to ours',
    async (fault) => {
      someone();
      const { url, cookie } = await leaveForProvider(community);
      const path = await consent(url);
      provider.at.fault = fault;
      expect((await comeBack(community, path, cookie)).page).toBe('/auth?error=invalid_code');
    },
  );
});

describe('the way there and back', () => {
  it('carries state, nonce and a PKCE challenge, and an address of ours to return to', async () => {
    const { url } = await leaveForProvider(community);
    const { searchParams: query } = new URL(url);
    expect(Object.fromEntries(query)).toMatchObject({
      response_type: 'code',
      redirect_uri: 'http://localhost:3000/api/auth/callback/oidc',
      code_challenge_method: 'S256',
      scope: 'openid email profile',
    });
    for (const name of ['state', 'nonce']) expect(query.get(name)?.length, name).toBeGreaterThan(30);
  });

  it('cannot be bent to an address elsewhere, nor shortened by a token of the caller', async () => {
    someone();
    const evil = 'https://evil.example/steals';
    const body = {
      callbackURL: evil,
      newUserCallbackURL: evil,
      errorCallbackURL: evil,
      scopes: ['drive'],
      idToken: { token: 'a.b.c' },
      additionalData: { callbackURL: evil, link: randomUUID() },
    };
    const { url, cookie } = await leaveForProvider(community, { body });
    expect(url).not.toContain('drive');
    expect((await comeBack(community, await consent(url), cookie)).page).toBe('/auth?back=new');
  });

  it('ends in the browser that began it: the same return elsewhere, without its state or twice signs no person in', async () => {
    someone();
    const { url, cookie } = await leaveForProvider(community);
    const path = await consent(url);
    expect((await comeBack(community, path, '')).page).toBe('/auth?error=state_mismatch');
    const noState = path.replace(/state=[^&]*/, '');
    expect((await comeBack(community, noState, cookie)).page).toBe('/auth?error=state_not_found');
    expect((await comeBack(community, path, cookie)).page).toBe('/auth?back=new');
    expect((await comeBack(community, path, cookie)).page).toMatch(/^\/auth\?error=/);
  });

  it('is open for providers that are set alone', async () => {
    const answer = await askAuth(community, '', '/sign-in/social', { provider: 'google' });
    expect(answer.status).toBe(404);
    const rules = await community.request(null, 'GET', '/api/accounts/sign-in-rules');
    expect(await rules.json()).toMatchObject({ providers: [{ id: 'oidc', name: 'Escuela Ejemplo' }] });
  });

  it('takes a form from the page of Apple, and turns it into an address without acting on it', async () => {
    const form = new URLSearchParams({
      code: 'c',
      state: 's',
      user: '{}',
      callbackURL: 'https://evil.example',
    });
    const answer = await community.request(
      null,
      'POST',
      '/api/auth/callback/apple',
      new TextEncoder().encode(form.toString()),
      { origin: 'https://appleid.apple.com', 'content-type': 'application/x-www-form-urlencoded' },
    );
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      '/api/auth/callback/apple?code=c&state=s&user=%7B%7D',
    ]);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it('is counted: of a hundred sign-ins that begin in five minutes the next is refused, and so is a return', async () => {
    const counted = await newCommunity({ providers: [provider.settings], limitAttempts: true });
    const answers = await Promise.all(Array.from({ length: 103 }, () => leaveForProvider(counted)));
    expect(answers.filter(({ answer }) => answer.status === 200)).toHaveLength(100);
    expect(answers.filter(({ answer }) => answer.status === 429)).toHaveLength(3);
    const back = await Promise.all(
      Array.from({ length: 101 }, () => comeBack(counted, '/api/auth/callback/oidc?state=x&code=y', '')),
    );
    expect(back.filter(({ page }) => page === '/auth?error=http_too_many')).toHaveLength(1);
    await counted.close();
  });
});
