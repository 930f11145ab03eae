import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import {
  type AppSession,
  appSessionIn,
  askAuth,
  cookiesOf,
  goodPassword,
  personWithPassword,
  setUpFactor,
} from '../../../testing/sign-in.ts';
import { codeOf } from '../../../testing/totp.ts';
import { readAccount } from '../contract.ts';

/** As an app asks: no page it could come from, so none of the headers a browser sends. */
function fromAnApp(community: Community, method: string, path: string, body?: unknown, headers = {}) {
  return community.api.request(path, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

const signInFrom = (community: Community, { email }: Person) =>
  fromAnApp(community, 'POST', '/api/auth/sign-in/email', { email, password: goodPassword });

async function whoIs(community: Community, authorization: string) {
  const { account } = await answerOf(
    fromAnApp(community, 'GET', '/api/accounts/me', undefined, { authorization }),
    readAccount,
  );
  return account;
}

describe('unless the operator lets apps in', () => {
  it('no token is given, and the one in the cookie opens nothing as a header', async () => {
    const community = await newCommunity();
    const person = await personWithPassword(community);
    const answer = await signInFrom(community, person);
    expect(answer.headers.get('set-auth-token')).toBeNull();
    expect(await answer.json()).not.toHaveProperty('session');
    const inCookie = decodeURIComponent(cookiesOf(answer).split('=')[1] ?? '');
    expect(await whoIs(community, `Bearer ${inCookie}`)).toBeNull();
    await community.close();
  });
});

describe('where apps are let in', () => {
  let community: Community;
  beforeAll(async () => {
    community = await newCommunity({ nativeTokens: true });
  });
  afterAll(() => community.close());

  const enter = async (person: Person) => appSessionIn(await signInFrom(community, person));

  it('an app gets a token with its expiry, and is signed in by it', async () => {
    const person = await personWithPassword(community);
    const session = await enter(person);
    expect(session).toMatchObject({ tokenType: 'bearer', expiresIn: 30 * 24 * 3600 });
    expect(Math.abs(Date.parse(session.expiresAt) - Date.now() - session.expiresIn * 1000)).toBeLessThan(
      5000,
    );
    expect(await whoIs(community, `Bearer ${session.accessToken}`)).toMatchObject({ id: person.id });
    const changed = await fromAnApp(
      community,
      'PATCH',
      '/api/profiles/me',
      { country: 'Chile' },
      { authorization: `Bearer ${session.accessToken}` },
    );
    expect(changed.status).toBe(200);
  });

  it('a page in a browser never gets a token', async () => {
    const person = await personWithPassword(community);
    const answer = await askAuth(community, '', '/sign-in/email', {
      email: person.email,
      password: goodPassword,
    });
    expect(answer.headers.get('set-auth-token')).toBeNull();
    expect(await answer.json()).not.toHaveProperty('session');
    expect(cookiesOf(answer)).toContain('session_token');
  });

  it('a token that is expired, revoked, of a banned person or with another signature is a visitor', async () => {
    const person = await personWithPassword(community);
    const [one, two] = [await enter(person), await enter(person)];
    const bearer = (session: AppSession) => `Bearer ${session.accessToken}`;
    expect(await whoIs(community, `${bearer(one).slice(0, -4)}AAA=`)).toBeNull();
    // The bare name of a session, as lists of sessions show it.
    expect(await whoIs(community, `Bearer ${one.accessToken.split('.')[0]}`)).toBeNull();
    expect(await whoIs(community, `Basic ${one.accessToken}`)).toBeNull();

    const token = decodeURIComponent(one.accessToken).split('.')[0] ?? '';
    await community.db
      .updateTable('sessions')
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where('token', '=', token)
      .execute();
    expect(await whoIs(community, bearer(one))).toBeNull();

    expect(await whoIs(community, bearer(two))).not.toBeNull();
    const out = await fromAnApp(community, 'POST', '/api/auth/sign-out', {}, { authorization: bearer(two) });
    expect(out.status).toBe(200);
    await expect.poll(() => whoIs(community, bearer(two))).toBeNull();

    const three = await enter(person);
    await community.db
      .updateTable('users')
      .set({ bannedAt: new Date() })
      .where('id', '=', person.id)
      .execute();
    await expect.poll(() => whoIs(community, bearer(three))).toBeNull();
  });

  it('a token and a cookie of two people: the token counts, and no cookie is handed out', async () => {
    const [one, two] = [await personWithPassword(community), await community.person()];
    const { accessToken } = await enter(one);
    const answer = await fromAnApp(community, 'GET', '/api/accounts/me', undefined, {
      authorization: `Bearer ${accessToken}`,
      cookie: two.cookie,
    });
    expect(await answer.json()).toMatchObject({ account: { id: one.id } });
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it('the second factor is asked of apps as well', async () => {
    const person = await personWithPassword(community);
    const { totpURI } = await setUpFactor(community, person);
    const answer = await signInFrom(community, person);
    expect(await answer.clone().json()).not.toHaveProperty('session');
    const entered = await fromAnApp(
      community,
      'POST',
      '/api/auth/two-factor/verify-totp',
      { code: codeOf(totpURI, 1) },
      { cookie: cookiesOf(answer) },
    );
    const { accessToken } = await appSessionIn(entered);
    expect(await whoIs(community, `Bearer ${accessToken}`)).toMatchObject({ id: person.id });
  });
});
