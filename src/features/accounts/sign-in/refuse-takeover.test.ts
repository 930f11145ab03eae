import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Member } from '#shared/actor.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { largeBody } from '../../../testing/answers/large-body.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { personWithPassword, tokenIn } from '../../../testing/sign-in.ts';
import { readAccount } from '../contract.ts';
import { requestPasswordReset } from '../links/request-password-reset.ts';
import { requestSignInLetter } from '../links/request-sign-in-letter.ts';
import { makeFirstAdmin } from '../roles/make-first-admin.ts';
import {
  createRememberedActors,
  type RememberedActors,
  rememberedActorsOf,
} from '../sessions/remembered-actors.ts';

const askForLetter: typeof requestPasswordReset = async (ctx, typed, from) =>
  void (await requestSignInLetter(ctx, { mail: 'sent' }, typed, from));

// Attacks on sign-in, each carried out for real.

let community: Community;
let remembered: RememberedActors;
beforeAll(async () => {
  community = await newCommunity();
  remembered = rememberedActorsOf(community.db);
});
afterAll(() => community.close());

// Passwords are hashed slowly on purpose, and a busy machine takes its time.
vi.setConfig({ testTimeout: 90_000 });

/** Well before a process forgets by itself whom it remembered, which is after 30 seconds. */
const soon = { timeout: 10_000 };

const password = 'una-larga-y-rara';

async function signUp(where: Community, email: string): Promise<Person> {
  const answer = await where.request(null, 'POST', '/api/auth/sign-up/email', {
    name: 'Alguien',
    email,
    password,
  });
  expect(answer.status).toBe(200);
  return asPerson(email, answer);
}

async function signIn(where: Community, email: string, secret: string): Promise<Response> {
  return where.request(null, 'POST', '/api/auth/sign-in/email', { email, password: secret });
}

function asPerson(email: string, answer: Response): Person {
  return { id: '', name: '', email, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
}

/** The session that an answer starts, as the browser sends it. */
function sessionIn(answer: Response): string {
  const cookies = answer.headers.getSetCookie();
  return cookies.findLast((cookie) => cookie.startsWith('sumi.session_token='))?.split(';')[0] ?? '';
}

async function me(where: Community, cookie: string) {
  const { account } = await answerOf(
    where.request({ id: '', name: '', email: '', cookie }, 'GET', '/api/accounts/me'),
    readAccount,
  );
  return account;
}

it('a cookie of the wrong name is a visitor, also after it came together with a valid one', async () => {
  const secure = await newCommunity({ origin: 'https://sumi.example' });
  const admin = await secure.person({ role: 'admin' });
  const right = admin.cookie.replace('sumi.session_token', '__Secure-sumi.session_token');
  const planted = 'sumi.session_token=chosen-by-somebody';
  expect(await me(secure, `${planted}; ${right}`)).toMatchObject({ role: 'admin' });
  expect(await me(secure, planted)).toBeNull();
  await secure.close();
});

it('invented cookies are not cached', async () => {
  const before = remembered.size();
  for (let n = 0; n < 200; n++) await me(community, `sumi.session_token=${n}.${'x'.repeat(200)}`);
  expect(remembered.size()).toBe(before);
});

it('one session is remembered once, whatever other cookies come along', async () => {
  const person = await community.person();
  const before = remembered.size();
  for (let n = 0; n < 50; n++) {
    expect(await me(community, `p${n}=${'x'.repeat(4000)}; ${person.cookie}; q=${n}`)).not.toBeNull();
  }
  // Sessions of earlier tests may have expired meanwhile.
  expect(remembered.size()).toBeLessThanOrEqual(before + 1);
});

it('of one person no more than twenty sessions are remembered, and all of them work', async () => {
  const person = await community.person();
  const sessions = await Promise.all(Array.from({ length: 30 }, () => community.anotherSession(person)));
  const before = remembered.size();
  for (const { cookie } of [...sessions, ...sessions]) expect(await me(community, cookie)).not.toBeNull();
  expect(remembered.size()).toBeLessThanOrEqual(before + 20);
});

it('a session is forgotten by time, also when it is never used again', async () => {
  const actors = createRememberedActors();
  const noon = Date.now();
  const ends = Number.POSITIVE_INFINITY;
  const actor = { userId: crypto.randomUUID() } as Member;
  for (let n = 0; n < 10; n++) {
    actors.remember(`${actor.userId}-${n}`, { actor, ends }, noon, actors.generation());
  }
  const later = noon + 24 * 60 * 60_000;
  actors.remember(`${actor.userId}-last`, { actor, ends }, later, actors.generation());
  expect(actors.size()).toBe(1);
});

it('changing the password signs every other device out', async () => {
  const here = await signUp(community, 'cambia@example.org');
  const there = asPerson('', await signIn(community, 'cambia@example.org', password));
  expect(await me(community, there.cookie)).not.toBeNull();
  const changed = await community.request(here, 'POST', '/api/auth/change-password', {
    currentPassword: password,
    newPassword: 'otra-larga-y-rara',
    revokeOtherSessions: false,
  });
  expect(changed.status).toBe(200);
  await expect.poll(() => me(community, there.cookie), soon).toBeNull();
  expect((await signIn(community, 'cambia@example.org', password)).status).toBe(401);
});

it('signing in again in one browser ends the session that it had, and no other', async () => {
  const one = await signUp(community, 'dosveces@example.org');
  const elsewhere = asPerson('', await signIn(community, one.email, password));
  const shared = await signUp(community, 'otra-cuenta@example.org');
  for (const before of [one, shared]) {
    const again = await community.request(before, 'POST', '/api/auth/sign-in/email', {
      email: one.email,
      password,
    });
    expect(await me(community, sessionIn(again))).toMatchObject({ email: one.email });
    await expect.poll(() => me(community, before.cookie), soon).toBeNull();
  }
  expect(await me(community, elsewhere.cookie)).not.toBeNull();
  const wrong = { email: one.email, password: 'no-es-esta' };
  expect((await community.request(elsewhere, 'POST', '/api/auth/sign-in/email', wrong)).status).toBe(401);
  expect(await me(community, elsewhere.cookie)).not.toBeNull();
});

it('signing in with an ended session still in the browser signs in', async () => {
  const person = await signUp(community, 'vuelve@example.org');
  await community.request(person, 'POST', '/api/auth/sign-out', {});
  const again = await community.request(person, 'POST', '/api/auth/sign-in/email', {
    email: 'vuelve@example.org',
    password,
  });
  expect(await me(community, sessionIn(again))).toMatchObject({ email: 'vuelve@example.org' });
});

it('the first administrator signs in with the configured password, not with that of an earlier account', async () => {
  const fresh = await newCommunity();
  const stranger = await signUp(fresh, 'club@example.org');
  const { authentication } = fresh;
  const settings = { email: 'club@example.org', password: 'la-del-organizador' };
  const ctx = await fresh.ctxFor();
  const made = await Promise.all([1, 2].map(() => makeFirstAdmin(ctx, authentication, settings)));
  expect(made.sort()).toEqual([false, true]);
  await expect.poll(() => me(fresh, stranger.cookie), soon).toBeNull();
  expect((await signIn(fresh, settings.email, password)).status).toBe(401);
  const organiser = asPerson('', await signIn(fresh, settings.email, settings.password));
  expect(await me(fresh, organiser.cookie)).toMatchObject({ role: 'admin' });
  await fresh.close();
});

it('a person who signed up with the operator’s address before keeps no way in, and cannot keep the operator out', async () => {
  const fresh = await newCommunity();
  const email = 'club@example.org';
  const stranger = await signUp(fresh, email);
  await signUp(fresh, 'otra@example.org');
  const { id } = await fresh.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const ask = { email: 'ladrona@example.org', password };
  expect((await fresh.request(stranger, 'POST', '/api/accounts/email-change', ask)).status).toBe(200);
  const [letter] = (await fresh.letters()).filter(({ to }) => to === ask.email);
  // Another one that is still to be written.
  await fresh.request(stranger, 'POST', '/api/accounts/email-change', ask);
  await fresh.db
    .insertInto('twoFactors')
    .values({ userId: id, secret: 'theirs', backupCodes: '[]' })
    .execute();
  await fresh.db.insertInto('phones').values({ userId: id, number: '+525512345678' }).execute();
  await fresh.db
    .updateTable('users')
    .set({ twoFactorEnabled: true, bannedAt: new Date() })
    .where('id', '=', id)
    .execute();

  const settings = { email, password: 'la-del-organizador' };
  expect(await makeFirstAdmin(await fresh.ctxFor(), fresh.authentication, settings)).toBe(true);
  const organiser = asPerson('', await signIn(fresh, email, settings.password));
  expect((await signIn(fresh, 'otra@example.org', password)).status).toBe(200);
  expect(await me(fresh, organiser.cookie)).toMatchObject({ role: 'admin', email });
  expect(await fresh.db.selectFrom('phones').selectAll().execute()).toEqual([]);
  const follow = { token: tokenIn(letter) };
  expect(follow.token).not.toBe('');
  expect((await fresh.request(null, 'POST', '/api/accounts/links/follow', follow)).status).toBe(410);
  expect(await fresh.letters()).toEqual([]);
  await fresh.close();
});

it('many concurrent sign-ups succeed with four connections to the database', async () => {
  const small = await newCommunity({ poolSize: 4 });
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      small.request(null, 'POST', '/api/auth/sign-up/email', {
        name: 'Uno',
        email: `${n}@example.org`,
        password,
      }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
  await small.close();
});

it('sign-ins beyond the queue are answered with Retry-After', async () => {
  const answers = await Promise.all(
    Array.from({ length: 60 }, () => signIn(community, 'nadie@example.org', 'no-es-esta')),
  );
  const busy = answers.filter(({ status }) => status === 503);
  expect(busy.length).toBe(60 - 2 - 40);
  expect(busy[0]?.headers.get('retry-after')).toBe('2');
});

it.each([
  ['another JSON', 'application/x+json'],
  ['a form', 'application/x-www-form-urlencoded'],
  ['shouted JSON', 'APPLICATION/JSON'],
])('a large body that calls itself %s is not read', async (_what, type) => {
  const { cookie } = await community.person();
  for (const path of ['/api/store/orders', '/api/auth/sign-in/email', '/api/classes']) {
    const { body, read } = largeBody();
    const headers = { origin: 'http://localhost:3000', 'content-type': type, cookie };
    const sent = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
    const answer = await community.api.request(path, sent);
    expect([path, answer.status]).toEqual([path, 413]);
    expect(read()).toBeLessThan(400_000);
  }
});

it('a change of any column that rights depend on publishes accounts.access-changed', async () => {
  const { db } = community;
  const person = await community.person({ role: 'admin', tier: 'vip' });
  const countNotices = async () => {
    const { count } = await db
      .selectFrom('events')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('kind', '=', 'accounts.access-changed')
      .executeTakeFirstOrThrow();
    return count;
  };
  const changes = [
    () => db.updateTable('userRoles').set({ role: 'student' }).where('userId', '=', person.id).execute(),
    () => db.updateTable('userMemberships').set({ tier: 'basic' }).where('userId', '=', person.id).execute(),
    () => db.updateTable('profiles').set({ ageGroup: 'kid' }).where('userId', '=', person.id).execute(),
    () => db.updateTable('users').set({ bannedAt: new Date() }).where('id', '=', person.id).execute(),
    () => db.deleteFrom('sessions').where('userId', '=', person.id).execute(),
  ];
  for (const change of changes) {
    const before = await countNotices();
    await change();
    expect(await countNotices()).toBe(before + 1);
  }
});

it('a ban is in force while a long transaction is still open elsewhere', async () => {
  const person = await community.person();
  expect(await me(community, person.cookie)).not.toBeNull();
  const [isOpen, finished] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const long = community.db.transaction().execute(async (db) => {
    await db.updateTable('coinRules').set({ amount: 50 }).where('rule', '=', 'signup_bonus').execute();
    isOpen.resolve();
    await finished.promise;
  });
  await isOpen.promise;
  await community.db.updateTable('users').set({ bannedAt: new Date() }).where('id', '=', person.id).execute();
  await expect.poll(() => me(community, person.cookie), soon).toBeNull();
  finished.resolve();
  await long;
});

const median = (of: readonly number[]) => of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)] ?? 0;

async function timeOf(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await act();
  return performance.now() - began;
}

describe('where passwords are hashed as slowly as in the product', () => {
  let slow: Community;
  beforeAll(async () => {
    slow = await newCommunity({ slowPasswords: true, mail: 'sent', confirmEmail: 'first' });
  });
  afterAll(() => slow.close());

  const unknown = async () => `${crypto.randomUUID()}@example.org`;
  const withoutPassword = async () => (await slow.person()).email;
  // Made once: to set a password takes as long as to check one.
  let member = '';
  let suspended = '';
  beforeAll(async () => {
    member = (await personWithPassword(slow)).email;
    const { id, email } = await personWithPassword(slow);
    await slow.db.updateTable('users').set({ bannedAt: new Date() }).where('id', '=', id).execute();
    suspended = email;
  });
  const post =
    (path: string, more: object = {}) =>
    (email: string) =>
      slow.request(null, 'POST', path, { email, ...more });
  const guess = post('/api/auth/sign-in/email', { password: 'no-es-esta' });

  it.each([
    ['a wrong password', guess, async () => member],
    ['a password for an account that has none', guess, withoutPassword],
    ['a wrong password of a suspended account', guess, async () => suspended],
    ['signing up', post('/api/auth/sign-up/email', { name: 'Ana', password }), withoutPassword],
  ])(
    '%s takes as long with an account as without one, and is answered the same',
    async (_what, ask, withAccount) => {
      // One after the other, so that both meet the same load; a machine that is busy may need several looks.
      const ratio = async () => {
        const took: [number[], number[]] = [[], []];
        for (let pair = 0; pair < 5; pair++) {
          const said: object[] = [];
          for (const [which, address] of [await withAccount(), await unknown()].entries()) {
            const answers: Response[] = [];
            took[which]?.push(await timeOf(async () => answers.push(await ask(address))));
            expect(answers.map(({ status }) => status)).toEqual([ask === guess ? 401 : 200]);
            said.push({ ...(await answers[0]?.json()), requestId: '' });
          }
          expect(said[0]).toEqual(said[1]);
        }
        const [one, none] = [median(took[0]), median(took[1])];
        return Math.max(one, none) / Math.min(one, none);
      };
      await expect.poll(ratio, { timeout: 80_000, interval: 0 }).toBeLessThan(1.5);
    },
  );
});

// Too quick for a difference in time to be seen: what takes time in them is what they ask of the database.
it.each([
  ['a new password', requestPasswordReset],
  ['a letter to sign in', askForLetter],
])('asking for %s sends the same statements with an account as without one', async (_what, ask) => {
  const statementsFor = async (email: string) => {
    const ctx = await community.ctxFor();
    const sent: string[] = [];
    const listening: KyselyPlugin = {
      transformQuery({ node, queryId }) {
        sent.push(ctx.db.getExecutor().compileQuery(node, queryId).sql);
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    await ask(
      { ...ctx, db: ctx.db.withPlugin(listening) },
      { email },
      { network: 'a network', device: null },
    );
    return sent;
  };
  const withAccount = await statementsFor((await community.person()).email);
  expect(withAccount.length).toBeGreaterThan(1);
  expect(await statementsFor(`${crypto.randomUUID()}@example.org`)).toEqual(withAccount);
});
