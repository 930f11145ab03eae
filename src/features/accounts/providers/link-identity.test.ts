import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { raceBehind, raceForTable } from '../../../testing/races/race.ts';
import { withoutRowLocks } from '../../../testing/races/without-row-locks.ts';
import {
  askAuth,
  ctxInSession,
  goodPassword,
  leaveCommunity,
  personWithPassword,
  tokenIn,
  whoHas,
} from '../../../testing/sign-in.ts';
import {
  comeBack,
  consent,
  enterByProvider,
  leaveForProvider,
} from '../../../testing/stand-ins/openid-browser.ts';
import { openIdServer } from '../../../testing/stand-ins/openid-server.ts';
import { removeOtherWaysIn } from '../links/remove-other-ways-in.ts';
import { deleteSessions } from '../sessions/delete-sessions.ts';
import { refuseEndedLink } from './refuse-ended-link.ts';
import { unlinkIdentity } from './unlink-identity.ts';

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

async function memberWithPassword(): Promise<Person> {
  const person = await personWithPassword(community);
  await community.db.updateTable('users').set({ emailVerified: true }).where('id', '=', person.id).execute();
  return person;
}
/** So that the session alone no longer says that it is the owner who acts. */
const signedInLongAgo = ({ id }: Person) =>
  community.db
    .updateTable('sessions')
    .set({ createdAt: new Date(Date.now() - 16 * 60_000) })
    .where('userId', '=', id)
    .execute();
const atProvider = (email = `${randomUUID()}@example.org`) => {
  provider.at.person = { sub: randomUUID(), email, email_verified: true, name: 'Ana' };
};
const link = ({ cookie }: Person, body: object = {}) =>
  leaveForProvider(community, { cookie, step: '/link-social', body });
async function linked(person: Person): Promise<string> {
  atProvider();
  const { url, cookie } = await link(person);
  expect((await comeBack(community, await consent(url), cookie)).page).toBe('/profile?linked=yes#security');
  return (await identitiesOf(person)).at(-1)?.id ?? '';
}
const identitiesOf = ({ id }: Person) =>
  community.db
    .selectFrom('signInMethods')
    .select(['id', 'providerId'])
    .where('userId', '=', id)
    .where('providerId', '<>', 'credential')
    .orderBy('createdAt')
    .execute();
const unlink = (person: Person, id: string, body: object = {}) =>
  community.request(person, 'POST', `/api/accounts/identities/${id}/removal`, body);

describe('linking', () => {
  it('joins an account of another address to one’s own; the owner is told, and it signs in from then on', async () => {
    const person = await memberWithPassword();
    await linked(person);
    expect(await community.letters()).toMatchObject([
      { to: person.email, subject: 'Tu cuenta tiene una nueva forma de entrar' },
    ]);
    const { page, cookie } = await enterByProvider(community);
    expect(page).toBe('/auth?back=in');
    expect(await whoHas(community, cookie)).toMatchObject({
      id: person.id,
      identities: [{ provider: 'email' }, { provider: 'oidc' }],
    });
    await community.letters();
  });

  it('wants the password of a person who signed in a while ago', async () => {
    const person = await memberWithPassword();
    await signedInLongAgo(person);
    atProvider();
    expect((await (await link(person)).answer.json()).code).toBe('accounts/password-again');
    const wrong = await link(person, { password: 'no-es-esta' });
    expect((await wrong.answer.json()).code).toBe('accounts/wrong-password');
    expect((await link(person, { password: goodPassword })).url).toContain(provider.settings.issuer);
  });

  it('waits until the address of the account is proved', async () => {
    const person = await personWithPassword(community);
    expect((await (await link(person)).answer.json()).code).toBe('accounts/confirm-email-first');
  });

  it('does not take an identity that signs in to the account of another person', async () => {
    const [owner, other] = [await memberWithPassword(), await memberWithPassword()];
    await linked(owner);
    const { url, cookie } = await link(other);
    const { page } = await comeBack(community, await consent(url), cookie);
    expect(page).toBe('/profile?error=account_already_linked_to_different_user#security');
    expect(await identitiesOf(other)).toEqual([]);
    await community.letters();
  });
});

describe('coming back to link an identity', () => {
  const sessionEnded = 'error=link_session_ended';
  /** Leaves for the provider with the session of a person; what it answers comes back in the same browser. */
  async function atConsent(person: Person) {
    atProvider();
    const { url, cookie } = await link(person);
    const path = await consent(url);
    return () => comeBack(community, path, cookie).then(({ page }) => page);
  }
  /** A reset of the password by who has the mailbox of the address, which was not proved in their own browser. */
  async function takeBack({ id, email }: Person): Promise<void> {
    await community.db.updateTable('users').set({ verifiedElsewhere: true }).where('id', '=', id).execute();
    await community.request(null, 'POST', '/api/accounts/password-reset', { email });
    const letter = (await community.letters()).find(({ to, text }) => to === email && /#token=/.test(text));
    const body = { token: tokenIn(letter), password: 'la-de-su-propietaria' };
    const answer = await community.request(null, 'PUT', '/api/accounts/password-reset', body);
    expect(answer.status).toBe(200);
  }

  it('links nothing once the account was taken back by a reset of its password', async () => {
    const person = await memberWithPassword();
    const back = await atConsent(person);
    await takeBack(person);
    expect(await back()).toBe(`/auth?${sessionEnded}`);
    expect(await identitiesOf(person)).toEqual([]);
    await community.letters();
  });

  it('links nothing once the account was deleted', async () => {
    const person = await memberWithPassword();
    const back = await atConsent(person);
    await leaveCommunity(community, person);
    expect(await back()).toBe(`/auth?${sessionEnded}`);
    expect(await identitiesOf(person)).toEqual([]);
    await community.letters();
  });

  it('links nothing once the session was signed out', async () => {
    const person = await memberWithPassword();
    const back = await atConsent(person);
    await askAuth(community, person.cookie, '/sign-out', {});
    expect(await back()).toBe(`/auth?${sessionEnded}`);
    expect(await identitiesOf(person)).toEqual([]);
  });

  it.each([
    ['a new identity', false],
    ['one that the account has', true],
  ])('links %s to no account but the one that is signed in', async (_which, isLinked) => {
    const [person, other] = [await memberWithPassword(), await memberWithPassword()];
    if (isLinked) await linked(person);
    else atProvider();
    const before = await identitiesOf(person);
    const { url, cookie } = await link(person);
    const browser = cookie.replace(person.cookie, other.cookie);
    expect(browser).toContain(other.cookie);
    const { page } = await comeBack(community, await consent(url), browser);
    expect(page).toBe(`/profile?${sessionEnded}#security`);
    expect([await identitiesOf(person), await identitiesOf(other)]).toEqual([before, []]);
    await community.letters();
  });

  /** The identities that are left after a return that met the end of every way in, as `lock` holds the account. */
  async function leftBehind(lock: 'forUpdate' | 'forNoKeyUpdate', change: (ctx: Ctx) => Ctx = (ctx) => ctx) {
    const person = await community.person();
    const { token } = await community.db
      .selectFrom('sessions')
      .select('token')
      .where('userId', '=', person.id)
      .executeTakeFirstOrThrow();
    const { authCookies, secret } = await community.authentication.$context;
    const asked = { context: { authCookies, secret }, getSignedCookie: async () => token };
    const end = async (ctx: Ctx) => {
      await ctx.db.selectFrom('users').select('id').where('id', '=', person.id)[lock]().execute();
      await removeOtherWaysIn(ctx, person.id);
      await deleteSessions(ctx, person.id);
    };
    const comeBackMeanwhile = (ctx: Ctx) =>
      inTransaction(ctx, async (inner) => {
        await refuseEndedLink(inner, asked, person.id);
        const identity = { userId: person.id, providerId: 'oidc', accountId: randomUUID() };
        await inner.db.insertInto('signInMethods').values(identity).execute();
      });
    const ctx = await community.ctxFor(person);
    await raceBehind(ctx, end, () => [comeBackMeanwhile(change(ctx))]);
    return (await identitiesOf(person)).length;
  }

  it.each([
    ['a reset of the password', 'forUpdate'],
    ['a deletion of the account', 'forNoKeyUpdate'],
  ] as const)('waits for %s that is under way, and links nothing', async (_what, lock) => {
    expect(await leftBehind(lock)).toBe(0);
  });

  it('the control: without the lock an identity is linked behind a reset of the password', async () => {
    expect(await leftBehind('forUpdate', withoutRowLocks)).toBe(1);
  });
});

describe('unlinking', () => {
  it('ends the other sessions, tells the owner, and the identity makes an account of its own from then on', async () => {
    const person = await memberWithPassword();
    const id = await linked(person);
    const elsewhere = await community.anotherSession(person);
    await community.letters();
    expect((await unlink(person, id)).status).toBe(200);
    await expect.poll(() => whoHas(community, elsewhere.cookie)).toBeNull();
    expect(await whoHas(community, person.cookie)).toMatchObject({ identities: [{ provider: 'email' }] });
    expect(await community.letters()).toMatchObject([
      { to: person.email, subject: 'Se quitó una forma de entrar a tu cuenta' },
    ]);
    expect((await enterByProvider(community)).page).toBe('/auth?back=new');
  });

  it('wants the password of a person who signed in a while ago, and a new sign-in of one who has none', async () => {
    const person = await memberWithPassword();
    const id = await linked(person);
    await signedInLongAgo(person);
    expect((await (await unlink(person, id)).json()).code).toBe('accounts/password-again');
    await community.db
      .deleteFrom('signInMethods')
      .where('userId', '=', person.id)
      .where('providerId', '=', 'credential')
      .execute();
    expect((await (await unlink(person, id)).json()).code).toBe('accounts/sign-in-again');
    expect(await identitiesOf(person)).toHaveLength(1);
  });

  it('never takes the last way in, nor one of which the other is no longer set up', async () => {
    atProvider();
    const { cookie } = await enterByProvider(community);
    const { id } = (await whoHas(community, cookie)) ?? { id: '' };
    const person = { id, name: '', email: '', cookie };
    const [identity] = await identitiesOf(person);
    expect((await (await unlink(person, identity?.id ?? '')).json()).code).toBe('accounts/last-way-in');
    await community.db
      .insertInto('signInMethods')
      .values({ userId: id, providerId: 'google', accountId: randomUUID() })
      .execute();
    expect((await unlink(person, identity?.id ?? '')).status).toBe(409);
  });

  it('leaves the identities of others, and the password, alone', async () => {
    const [owner, other] = [await memberWithPassword(), await memberWithPassword()];
    const id = await linked(owner);
    expect((await unlink(other, id, { password: goodPassword })).status).toBe(404);
    const { identities } = (await whoHas(community, owner.cookie)) as unknown as {
      identities: { id: string; provider: string }[];
    };
    const password = identities.find(({ provider }) => provider === 'email');
    expect((await unlink(owner, password?.id ?? '')).status).toBe(404);
    expect(await identitiesOf(owner)).toHaveLength(1);
    await community.letters();
  });

  /**
   * How many of a person's two identities, and no password, are gone after both were taken off at once: each was seen
   * beside the other before one went.
   */
  async function goneOfTwo(change: (ctx: Ctx) => Ctx = (ctx) => ctx): Promise<number> {
    const person = await community.person();
    const ids = await community.db
      .insertInto('signInMethods')
      .values([1, 2].map(() => ({ userId: person.id, providerId: 'oidc', accountId: randomUUID() })))
      .returning('id')
      .execute();
    const ctx = change(await ctxInSession(community, person));
    const parts = { passwords: { verify: async () => false }, usable: ['oidc'] };
    const done = await raceForTable(community.db, 'signInMethods', () =>
      ids.map(({ id }) => unlinkIdentity(ctx, parts, { id, password: undefined })),
    );
    for (const each of done) {
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'accounts/last-way-in' });
    }
    return done.filter(({ status }) => status === 'fulfilled').length;
  }

  it('of two identities at once takes one', async () => {
    expect(await goneOfTwo()).toBe(1);
  });

  it('the control: without the lock both identities go, and no way in is left', async () => {
    expect(await goneOfTwo(withoutRowLocks)).toBe(2);
  });
});
