import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { answerOf } from '../../testing/answers/answer-of.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { raceForTable } from '../../testing/races/race.ts';
import { waitingForLocks } from '../../testing/races/waiting-for-locks.ts';
import { readAccount } from './contract.ts';

let community: Community;
/** Another server process would be another application on the same database; its memory is what counts. */
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

// Passwords are hashed slowly on purpose, and a busy machine takes its time.
vi.setConfig({ testTimeout: 90_000 });

/** Well before a process forgets by itself whom it remembered, which is after 30 seconds. */
const soon = { timeout: 10_000 };

async function me(person: Person) {
  return (await answerOf(community.request(person, 'GET', '/api/accounts/me'), readAccount)).account;
}

describe('a session that has reached its age', () => {
  const maxDays = 180;
  let aged: Community;
  beforeAll(async () => {
    aged = await newCommunity({ sessionMaxDays: maxDays });
  });
  afterAll(() => aged.close());
  afterEach(() => aged.setNow(null));

  /** A person whose session ends in a minute, however much it is used. */
  async function inTheLastMinute() {
    const person = await aged.person();
    const now = new Date();
    const createdAt = new Date(now.getTime() + 60_000 - maxDays * 24 * 3_600_000);
    await aged.db.updateTable('sessions').set({ createdAt }).where('userId', '=', person.id).execute();
    aged.setNow(now);
    const secondsLater = (seconds: number) => aged.setNow(new Date(now.getTime() + seconds * 1000));
    return { person, secondsLater };
  }
  const statusOf = async (person: Person, method = 'GET', path = '/api/today', body?: unknown) =>
    (await aged.request(person, method, path, body)).status;

  it('is refused by the next request, though this process remembers it and no chore has run', async () => {
    const { person, secondsLater } = await inTheLastMinute();
    secondsLater(59);
    expect(await statusOf(person)).toBe(200);
    secondsLater(60);
    expect(await statusOf(person)).toBe(401);
  });

  it('is over for the library too, whose answer takes the cookie away', async () => {
    const { person, secondsLater } = await inTheLastMinute();
    secondsLater(60);
    const answer = await aged.request(person, 'GET', '/api/auth/get-session');
    expect(await answer.json()).toBeNull();
    expect(answer.headers.getSetCookie().join()).toMatch(/sumi\.session_token=;[^,]*Max-Age=0/);
    expect(await statusOf(person, 'POST', '/api/auth/two-factor/enable', { password: 'x' })).toBe(401);
  });

  it('ends none of the person’s other sessions', async () => {
    const { person, secondsLater } = await inTheLastMinute();
    const young = await aged.anotherSession(person);
    secondsLater(60);
    expect([await statusOf(person), await statusOf(young)]).toEqual([401, 200]);
  });
});

it('resolveActor treats an expired session as a visitor', async () => {
  const person = await community.person();
  await community.db
    .updateTable('sessions')
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where('userId', '=', person.id)
    .execute();
  expect(await me(person)).toBeNull();
});

it('a session that is used ends thirty days after that, reckoned once a day', async () => {
  const dayMs = 24 * 60 * 60_000;
  const daysLeftOnceUsed = async (daysLeft: number) => {
    const person = await community.person();
    const expiresAt = new Date(Date.now() + daysLeft * dayMs);
    const sessions = community.db.updateTable('sessions').set({ expiresAt });
    await sessions.where('userId', '=', person.id).execute();
    expect(await me(person)).not.toBeNull();
    const session = await community.db
      .selectFrom('sessions')
      .select('expiresAt')
      .where('userId', '=', person.id)
      .executeTakeFirstOrThrow();
    return (session.expiresAt.getTime() - Date.now()) / dayMs;
  };
  expect(await daysLeftOnceUsed(1)).toBeCloseTo(30, 2);
  expect(await daysLeftOnceUsed(29.5)).toBeCloseTo(29.5, 2);
});

it('resolveActor treats a cookie with another signature as a visitor', async () => {
  const person = await community.person();
  const [token] = person.cookie.split('.');
  expect(
    await me({ ...person, cookie: `${token}.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA%3D` }),
  ).toBeNull();
  expect(await me({ ...person, cookie: token ?? '' })).toBeNull();
});

it('resolveActor treats a banned person as a visitor when the database tells of the ban, on a process that remembered them', async () => {
  const person = await community.person();
  expect(await me(person)).not.toBeNull();
  await community.db.updateTable('users').set({ bannedAt: new Date() }).where('id', '=', person.id).execute();
  await expect.poll(() => me(person), soon).toBeNull();
});

it('resolveActor treats a session deleted in the database as a visitor when the database tells of it', async () => {
  const person = await community.person();
  expect(await me(person)).not.toBeNull();
  await community.db.deleteFrom('sessions').where('userId', '=', person.id).execute();
  await expect.poll(() => me(person), soon).toBeNull();
});

it('resolveActor answers a changed role and tier when the database tells of them', async () => {
  const admin = await community.person({ role: 'admin', tier: 'vip' });
  expect(await me(admin)).toMatchObject({ role: 'admin', tier: 'vip' });
  await community.db
    .updateTable('userRoles')
    .set({ role: 'student' })
    .where('userId', '=', admin.id)
    .execute();
  await community.db.deleteFrom('userMemberships').where('userId', '=', admin.id).execute();
  await expect.poll(() => me(admin), soon).toMatchObject({ role: 'student', tier: 'free' });
});

it('a tier lasts for the days of grace after its month, and no longer', async () => {
  const day = 24 * 60 * 60_000;
  const fromNow = (days: number) => new Date(Date.now() + days * day);
  for (const [endsAt, graceEndsAt, tier] of [
    [fromNow(1), null, 'vip'],
    [fromNow(-1), fromNow(2), 'vip'],
    [fromNow(-4), fromNow(-1), 'free'],
    [fromNow(-1), null, 'free'],
    [null, null, 'vip'],
  ] as const) {
    const person = await community.person();
    await community.db
      .insertInto('userMemberships')
      .values({ userId: person.id, tier: 'vip', startedAt: fromNow(-30), endsAt, graceEndsAt })
      .execute();
    expect(await me(person)).toMatchObject({ tier });
  }
});

it('rights that were read before a change are not cached after it', async () => {
  const [person, witness] = [await community.person(), await community.person()];
  expect(await me(witness)).not.toBeNull();
  const { reading } = await community.db.transaction().execute(async (trx) => {
    // The session is read already, and the rights are waited for.
    await sql`lock table teacher_profiles in access exclusive mode`.execute(trx);
    const reading = me(person);
    await expect.poll(() => waitingForLocks(community.db)).toHaveLength(1);
    for (const { id } of [person, witness])
      await community.db.deleteFrom('sessions').where('userId', '=', id).execute();
    // This process hears of changes in their order.
    await expect.poll(() => me(witness), soon).toBeNull();
    return { reading };
  });
  await reading;
  expect(await me(person)).toBeNull();
});

it('signing out elsewhere leaves this session and ends the others', async () => {
  const here = await community.person();
  const there = await community.anotherSession(here);
  expect((await community.request(here, 'POST', '/api/auth/revoke-other-sessions', {})).status).toBe(200);
  expect(await me(here)).not.toBeNull();
  await expect.poll(() => me(there), soon).toBeNull();
});

it('the session cookie cannot be read by scripts and stays within the site', async () => {
  const answer = await community.request(null, 'POST', '/api/auth/sign-up/email', {
    name: 'Alguien',
    email: 'cookie@example.org',
    password: 'una-larga-y-rara',
  });
  const [cookie] = answer.headers.getSetCookie();
  expect(cookie).toMatch(/^sumi\.session_token=/);
  expect(cookie).toMatch(/; HttpOnly/i);
  expect(cookie).toMatch(/; SameSite=Lax/i);
});

/**
 * Two browsers sign up with one address, which each has found free before one has it; more would wait for their turn to
 * hash a password. Returns how each was answered, and the balance of each account.
 */
async function signUpAtOnce({ db, request }: Community) {
  const email = `${crypto.randomUUID()}@example.org`;
  const body = { name: 'Doble', email, password: 'una-larga-y-rara' };
  const answers = await raceForTable(db, 'users', () =>
    [1, 2].map(() => request(null, 'POST', '/api/auth/sign-up/email', body)),
  );
  const people = await db
    .selectFrom('users')
    .innerJoin('wallets', 'wallets.userId', 'users.id')
    .innerJoin('sumicoinsLedger', 'sumicoinsLedger.userId', 'users.id')
    .select('balance')
    .where('email', '=', email)
    .execute();
  return { statuses: answers.map((each) => (each.status === 'fulfilled' ? each.value.status : 500)), people };
}

it('two sign-ups with one address make one person, one profile and one bonus', async () => {
  const { statuses, people } = await signUpAtOnce(community);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.every((status) => status < 500)).toBe(true);
  expect(people).toEqual([{ balance: 50 }]);
});

it('the control: two sign-ups with one address make two people without the constraint', async () => {
  const unguarded = await newCommunity({
    withoutGuards: 'alter table users drop constraint users_email_key',
  });
  const { people } = await signUpAtOnce(unguarded);
  await unguarded.close();
  expect(people).toEqual([{ balance: 50 }, { balance: 50 }]);
});

it.each([
  ['a name of a megabyte', { name: 'a'.repeat(200_000) }],
  ['a name with NUL', { name: 'a\u0000' }],
  ['a password of five letters', { password: 'corta' }],
  ['a password of 129 letters', { password: 'x'.repeat(129) }],
  ['an address that is none', { email: 'nadie' }],
])('sign-up refuses %s', async (_what, wrong) => {
  const body = {
    name: 'Alguien',
    email: `${crypto.randomUUID()}@example.org`,
    password: 'una-larga-y-rara',
    ...wrong,
  };
  const answer = await community.request(null, 'POST', '/api/auth/sign-up/email', body);
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
});

it('sign-up takes no role, picture, verification or id from the browser', async () => {
  const email = `${crypto.randomUUID()}@example.org`;
  const answer = await community.request(null, 'POST', '/api/auth/sign-up/email', {
    name: 'Alguien',
    email,
    password: 'una-larga-y-rara',
    id: '00000000-0000-7000-8000-000000000000',
    role: 'admin',
    image: 'javascript:alert(1)',
    emailVerified: true,
    bannedAt: new Date().toISOString(),
  });
  expect(answer.status).toBe(200);
  const user = await community.db
    .selectFrom('users')
    .select(['id', 'role', 'image', 'emailVerified', 'bannedAt'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  expect(user).toMatchObject({ role: 'student', image: null, emailVerified: false, bannedAt: null });
  expect(user.id).not.toBe('00000000-0000-7000-8000-000000000000');
});

it('sign-in is tried 25 times in five minutes from one address, and not once more', async () => {
  const guarded = await newCommunity({ limitAttempts: true });
  try {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 27; attempt++) {
      const answer = await guarded.request(
        null,
        'POST',
        '/api/auth/sign-in/email',
        { email: 'nadie@example.org', password: 'no-es-esta' },
        // What a caller says of its own address is not believed.
        { 'x-forwarded-for': `10.0.0.${attempt}`, 'x-sumi-client-address': `10.0.1.${attempt}` },
      );
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([...Array(25).fill(401), 429, 429]);
  } finally {
    await guarded.close();
  }
});

it('resolveActor judges a tier by the request’s clock, the days of grace included', async () => {
  const person = await community.person({ tier: 'premium' });
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000);
  const [endsAt, graceEndsAt] = [hours(1), hours(73)];
  await community.db
    .updateTable('userMemberships')
    .set({ endsAt, graceEndsAt })
    .where('userId', '=', person.id)
    .execute();
  const tierAt = async (instant: number) => {
    community.setNow(new Date(instant));
    // Another session each time: this process remembers the one before for half a minute.
    return (await me(await community.anotherSession(person)))?.tier;
  };
  expect(await tierAt(endsAt.getTime() - 1)).toBe('premium');
  expect(await tierAt(graceEndsAt.getTime() - 1)).toBe('premium');
  expect(await tierAt(graceEndsAt.getTime())).toBe('free');
  community.setNow(null);
});
