import { afterAll, beforeAll, expect, it } from 'vitest';
import { offerSeats } from '#features/classes/waiting/offer-seats.ts';
import { coinInvariants } from '#features/coins/coin-invariants.ts';
import { findBroken } from '#server/db/find-broken.ts';
import { insertClass } from '../../testing/class-scene.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { peopleRefusals } from './contract.ts';

// What administrators do to other people's accounts, through the routes that their browsers call.

let community: Community;
let admin: Person;
beforeAll(async () => {
  community = await newCommunity();
  admin = await community.person({ role: 'admin', name: 'Adela', coins: 100 });
  await community.person({ role: 'admin' });
});
afterAll(() => community.close());

const ask = (method: string, person: Person, rest: string, body?: unknown, key?: string) =>
  community.request(admin, method, `/api/people/${person.id}${rest}`, body, {
    ...(key && { 'idempotency-key': key }),
  });

const linesAbout = (person: Person) =>
  community.db
    .selectFrom('auditLines')
    .select(['act', 'reason', 'detail'])
    .where('personId', '=', person.id)
    .orderBy('id')
    .execute();

const noticesTo = async (person: Person) => {
  const rows = await community.db
    .selectFrom('notifications')
    .select('kind')
    .where('userId', '=', person.id)
    .orderBy('id')
    .execute();
  return rows.map(({ kind }) => kind);
};

async function me(person: Person) {
  const answer = await community.request(person, 'GET', '/api/accounts/me');
  return ((await answer.json()) as { account: { ageGroup: string } | null }).account;
}

it('a ban ends every session at once and keeps the person out until it is lifted', async () => {
  const email = 'suspendida@example.org';
  const password = 'colibri-de-papel';
  await community.request(null, 'POST', '/api/auth/sign-up/email', { name: 'Sus', email, password });
  const { id } = await community.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const signIn = () => community.request(null, 'POST', '/api/auth/sign-in/email', { email, password });
  const cookie = (await signIn()).headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const person = { id, email, name: 'Sus', cookie };
  expect(await me(person)).not.toBeNull();

  const answer = await ask('PUT', person, '/ban', { reason: 'Insultó en un club' });
  expect(await answer.json()).toEqual({ id, isBanned: true });
  expect(await me(person)).toBeNull();
  expect((await signIn()).status).toBe(403);
  expect(await linesAbout(person)).toEqual([
    { act: 'people.ban', reason: 'Insultó en un club', detail: { name: 'Sus' } },
  ]);

  expect(await (await ask('DELETE', person, '/ban')).json()).toEqual({ id, isBanned: false });
  expect((await signIn()).status).toBe(200);
  expect(await me(person)).toBeNull();
  expect((await linesAbout(person)).map(({ act }) => act)).toEqual(['people.ban', 'people.unban']);
});

it('a ban gives the seats of coming classes to who waits, and leaves past seats and coins', async () => {
  const teacher = await community.person({ role: 'teacher', verified: true });
  const person = await community.person({ coins: 70 });
  const waiting = await community.person();
  const [coming, past] = await Promise.all(
    [30, -30].map((hours) =>
      insertClass(community.db, teacher, {
        startsAt: new Date(Date.now() + hours * 3_600_000),
        maxStudents: 1,
      }),
    ),
  );
  const seats = [coming, past].map((classId = '') => ({ classId, userId: person.id }));
  await community.db.insertInto('classEnrollments').values(seats).execute();
  await community.db
    .insertInto('classWaiting')
    .values({ classId: coming ?? '', userId: waiting.id })
    .execute();
  expect((await ask('PUT', person, '/ban', { reason: 'Insultó en un club' })).status).toBe(200);
  await community.runDue(offerSeats);
  const left = await community.db.selectFrom('classEnrollments').select(['classId', 'userId']).execute();
  expect(left).toContainEqual({ classId: coming, userId: waiting.id });
  expect(left.filter(({ userId }) => userId === person.id)).toEqual([{ classId: past, userId: person.id }]);
  const wallet = community.db.selectFrom('wallets').select('balance').where('userId', '=', person.id);
  expect(await wallet.executeTakeFirst()).toEqual({ balance: 70 });
});

it('banPerson refuses an administrator’s own account and a ban without a reason', async () => {
  const self = await ask('PUT', admin, '/ban', { reason: 'Por error' });
  await expect(self).toBeRefused(peopleRefusals.ownBan);
  expect((await ask('PUT', await community.person(), '/ban', { reason: '  ' })).status).toBe(400);
});

it('ending all sessions signs a person out on every device and answers how many', async () => {
  const here = await community.person();
  const there = await community.anotherSession(here);
  expect(await me(here)).not.toBeNull();
  expect(await me(there)).not.toBeNull();
  expect(await (await ask('DELETE', here, '/sessions')).json()).toEqual({ id: here.id, ended: 2 });
  expect(await me(here)).toBeNull();
  await expect.poll(() => me(there)).toBeNull();
  expect((await linesAbout(here)).map(({ act }) => act)).toEqual(['people.end-sessions']);
});

it('an administrator gives and takes coins for a reason, which the person reads in their ledger', async () => {
  const person = await community.person({ coins: 60 });
  const given = await ask('POST', person, '/coins', { amount: 40, reason: 'Tradujo el aviso' });
  expect(await given.json()).toEqual({ id: person.id, balance: 100 });
  const taken = await ask('POST', person, '/coins', { amount: -25, reason: 'Se pagó dos veces' });
  expect(await taken.json()).toEqual({ id: person.id, balance: 75 });
  const ledger = await community.request(person, 'GET', '/api/coins/ledger?limit=2');
  expect(((await ledger.json()) as { items: unknown[] }).items).toMatchObject([
    { amount: -25, transactionType: 'admin_debit', description: 'Se pagó dos veces' },
    { amount: 40, transactionType: 'admin_credit', description: 'Tradujo el aviso' },
  ]);
  expect((await linesAbout(person)).map(({ act, detail }) => [act, detail])).toEqual([
    ['people.credit-coins', { name: person.name, amount: 40, balance: 100 }],
    ['people.debit-coins', { name: person.name, amount: 25, balance: 75 }],
  ]);
  expect(await noticesTo(person)).toEqual(['people.coins-credited', 'people.coins-debited']);
});

it('a debit beyond the balance is refused with the balance', async () => {
  const person = await community.person({ coins: 30 });
  const answer = await ask('POST', person, '/coins', { amount: -31, reason: 'De más' });
  await expect(answer).toBeRefused(peopleRefusals.balanceTooLow, { balance: 30 });
  expect(await linesAbout(person)).toEqual([]);
});

it('twelve concurrent requests with one idempotency key move coins once', async () => {
  const person = await community.person({ coins: 50 });
  const key = crypto.randomUUID();
  const wish = { amount: 10, reason: 'Una sola vez' };
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => ask('POST', person, '/coins', wish, key)),
  );
  expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1);
  expect(await linesAbout(person)).toHaveLength(1);
  const other = await ask('POST', person, '/coins', { ...wish, amount: 11 }, key);
  expect(other.status).toBe(422);
  expect(await findBroken(community.db, coinInvariants)).toEqual([]);
});

it('moveCoins refuses an administrator’s own wallet', async () => {
  const answer = await ask('POST', admin, '/coins', { amount: 1000, reason: 'Para mí' });
  await expect(answer).toBeRefused(peopleRefusals.ownWallet);
});

it.each([0, 1.5, 100_001, -100_001, '20', null])('moveCoins refuses the amount %j', async (amount) => {
  const answer = await ask('POST', await community.person(), '/coins', { amount, reason: 'Algo' });
  expect(answer.status).toBe(400);
});

async function plan(teacher: Person, facts: Record<string, unknown>): Promise<string> {
  const { id } = await community.db
    .insertInto('classes')
    .values({
      title: 'Una clase',
      description: 'De prueba.',
      createdBy: teacher.id,
      startsAt: new Date('2099-01-01'),
      ...facts,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

it('an account that is marked as a kid’s loses its handles, its picture and its seats among adults', async () => {
  const teacher = await community.person({ role: 'teacher', verified: true });
  const person = await community.person();
  const coming = await plan(teacher, {});
  const over = await plan(teacher, { startsAt: new Date('2020-01-01') });
  const ofKids = await plan(teacher, {});
  for (const classId of [coming, over, ofKids]) {
    await community.db.insertInto('classEnrollments').values({ classId, userId: person.id }).execute();
  }
  // It became a class for kids after the seat was taken.
  await community.db.updateTable('classes').set({ targetAudience: 'kid' }).where('id', '=', ofKids).execute();
  const { id: paymentId } = await community.db
    .insertInto('payments')
    .values({
      userId: person.id,
      kind: 'single',
      classId: coming,
      amountCents: 300,
      platformShareCents: 300,
      method: 'card',
      provider: 'test',
      status: 'completed',
      completedAt: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await community.db
    .updateTable('classEnrollments')
    .set({ paymentId })
    .where('classId', '=', coming)
    .where('userId', '=', person.id)
    .execute();
  await community.db
    .insertInto('oauthConnections')
    .values({ userId: person.id, platform: 'instagram', platformUsername: '@ana' })
    .execute();
  await community.db
    .updateTable('users')
    .set({ image: '/media/avatars/ana.webp' })
    .where('id', '=', person.id)
    .execute();

  const answer = await ask('PUT', person, '/age-group', { ageGroup: 'kid', reason: 'Lo dijo su mamá' });
  expect(await answer.json()).toEqual({ id: person.id, ageGroup: 'kid', seatsGivenBack: 1 });
  expect(await me(person)).toMatchObject({ ageGroup: 'kid', image: null });
  const seats = await community.db
    .selectFrom('classEnrollments')
    .select('classId')
    .where('userId', '=', person.id)
    .execute();
  expect(seats.map(({ classId }) => classId).sort()).toEqual([over, ofKids].sort());
  const liveClass = await community.db
    .selectFrom('classes')
    .select('seatsTaken')
    .where('id', '=', coming)
    .executeTakeFirst();
  expect(liveClass).toEqual({ seatsTaken: 0 });
  const paid = await community.db
    .selectFrom('payments')
    .select('refundWantedAt')
    .where('id', '=', paymentId)
    .executeTakeFirst();
  expect(paid?.refundWantedAt).not.toBeNull();
  const handles = await community.db
    .selectFrom('oauthConnections')
    .select('platform')
    .where('userId', '=', person.id)
    .execute();
  expect(handles).toEqual([]);
  expect(await linesAbout(person)).toEqual([
    {
      act: 'people.change-age-group',
      reason: 'Lo dijo su mamá',
      detail: { name: person.name, to: 'kid', seatsGivenBack: 1 },
    },
  ]);
  expect(await noticesTo(person)).toEqual(['people.age-group-changed']);

  // The same change again does nothing.
  await ask('PUT', person, '/age-group', { ageGroup: 'kid' });
  expect(await linesAbout(person)).toHaveLength(1);
});

it('a refused act leaves no line in the audit log', async () => {
  const before = await community.db.selectFrom('auditLog').select('id').execute();
  await ask('PUT', admin, '/ban', { reason: 'No' });
  await ask('POST', admin, '/coins', { amount: 5, reason: 'No' });
  await community.request(admin, 'PUT', `/api/people/${crypto.randomUUID()}/role`, { role: 'admin' });
  expect(await community.db.selectFrom('auditLog').select('id').execute()).toEqual(before);
});

it('an administrator gives a tier until a day or for good, and takes it away by the free tier, at once', async () => {
  const person = await community.person();
  const tierOf = async () =>
    (
      (await (await community.request(person, 'GET', '/api/accounts/me')).json()) as {
        account: { tier: string };
      }
    ).account.tier;
  expect(await tierOf()).toBe('free');
  const until = '2099-12-31T23:59:59.000Z';
  const given = await ask('PUT', person, '/membership', { tier: 'premium', until, reason: 'Beca' });
  expect(await given.json()).toEqual({ id: person.id, tier: 'premium', until });
  expect(await tierOf()).toBe('premium');
  await ask('PUT', person, '/membership', { tier: 'vip', until: null });
  expect(await tierOf()).toBe('vip');
  await ask('PUT', person, '/membership', { tier: 'free', until: null });
  expect(await tierOf()).toBe('free');
  expect(await linesAbout(person)).toMatchObject([
    { act: 'people.change-membership', reason: 'Beca', detail: { tier: 'premium', until } },
    { act: 'people.change-membership', detail: { tier: 'vip', until: null } },
    { act: 'people.change-membership', detail: { tier: 'free' } },
  ]);
  for (const wrong of [
    { tier: 'vip', until: '2020-01-01T00:00:00Z' },
    { tier: 'free', until },
    { tier: 'gold', until: null },
  ]) {
    expect((await ask('PUT', person, '/membership', wrong)).status).toBe(400);
  }
});

it('a teacher who is marked as a kid loses their rights and their public page', async () => {
  const teacher = await community.person({ role: 'teacher', verified: true, name: 'Tomás' });
  const { id: classId } = await community.db
    .insertInto('classes')
    .values({
      title: 'Club de adultos',
      description: 'Hablamos.',
      startsAt: new Date(Date.now() + 5 * 60_000),
      createdBy: teacher.id,
      meetLink: 'https://meet.example/uno',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const statuses = async () => {
    const paths = [
      '/api/classes/managed',
      `/api/classes/${classId}`,
      `/api/classes/${classId}/roster`,
      '/api/videos/proposals',
      `/api/teachers/${teacher.id}`,
    ];
    const answers = await Promise.all(paths.map((path) => community.request(teacher, 'GET', path)));
    return answers.map(({ status }) => status);
  };
  expect(await statuses()).toEqual([200, 200, 200, 200, 200]);
  expect((await ask('PUT', teacher, '/age-group', { ageGroup: 'kid' })).status).toBe(200);
  expect(await statuses()).toEqual([403, 404, 403, 403, 404]);
  const list = await community.request(teacher, 'GET', '/api/classes');
  const { items } = (await list.json()) as { items: { id: string }[] };
  expect(items.map(({ id }) => id)).not.toContain(classId);
});
