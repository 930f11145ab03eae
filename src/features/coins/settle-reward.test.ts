import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { findBroken } from '#server/db/find-broken.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { raceForTable } from '../../testing/races/race.ts';
import { noticesOf } from '../../testing/rows/notices-of.ts';
import { mailDue, personWithMail } from '../../testing/stand-ins/notice-mail.ts';
import { coinInvariants } from './coin-invariants.ts';
import { noteLettersArrive } from './note-letters-arrive.ts';
import { settleReward } from './settle-reward.ts';

let community: Community;
let unguarded: Community;
let admin: Person;
const november = new Date('2026-11-30T20:00:00Z');
const numbers = {
  rules: [{ rule: 'counted_video', amount: 1, dailyMost: 5 }],
  monthlyCeiling: 250_000,
  mostShields: 2,
  holidayDays: 14,
  daysBetweenHolidays: 30,
};
beforeAll(async () => {
  community = await newCommunity({ poolSize: 20 });
  unguarded = await newCommunity({
    poolSize: 20,
    // Transactions near the ceiling no longer wait for one another.
    withoutGuards: `create or replace function wait_near_ceiling() returns void language plpgsql as 'begin end'`,
  });
  admin = await community.person({ role: 'admin' });
});
afterAll(() => Promise.all([community.close(), unguarded.close()]));
beforeEach(async () => {
  community.setNow(november);
  for (const { db } of [community, unguarded]) {
    await db.deleteFrom('coinsIssued').execute();
    await db.updateTable('coinSettings').set({ monthlyCeiling: 250_000 }).execute();
  }
});

const set = (changes: object, who = admin) =>
  community.request(who, 'PUT', '/api/coins/settings', { ...numbers, ...changes });
const balanceOf = async ({ id }: Person, { db } = community) =>
  (await db.selectFrom('wallets').select('balance').where('userId', '=', id).executeTakeFirstOrThrow())
    .balance - 50;
const reward = async (person: Person, cause: string, owed = 20, where = community) => {
  const ctx = await where.ctxFor(person);
  return settleReward(ctx, { userId: person.id, owed, type: 'reward', description: 'Un video', cause });
};

describe('a reward', () => {
  it('moves coins once for a cause, by as many as are owed now, and takes back what the person still has', async () => {
    const person = await community.person();
    expect([await reward(person, 'x'), await reward(person, 'x')]).toEqual([20, 0]);
    expect(await reward(person, 'x', 30)).toBe(10);
    // A cause whose name begins like another's is another.
    expect(await reward(person, 'xy', 5)).toBe(5);
    expect(await reward(person, 'x', 0)).toBe(-30);
    expect([await balanceOf(person), await reward(person, 'x', 20)]).toEqual([5, 20]);
    await community.request(person, 'POST', '/api/store/orders', { itemId: 'streak-shield' });
    expect(await findBroken(community.db, coinInvariants)).toEqual([]);
  });

  it('pays a kid without a mailbox for whom a guardian consented, where the server sends letters', async () => {
    const kid = await community.person();
    await community.db
      .updateTable('profiles')
      .set({ ageGroup: 'kid' })
      .where('userId', '=', kid.id)
      .execute();
    await community.db.insertInto('guardianConsents').values({ userId: kid.id }).execute();
    await noteLettersArrive(community, true);
    onTestFinished(() => noteLettersArrive(community, false));
    const consent = (change: { givenAt?: Date; revokedAt?: Date }) =>
      community.db.updateTable('guardianConsents').set(change).where('userId', '=', kid.id).execute();
    expect(await reward(kid, 'a')).toBe(0);
    await consent({ givenAt: new Date() });
    expect(await reward(kid, 'a')).toBe(20);
    await consent({ revokedAt: new Date() });
    expect(await reward(kid, 'b')).toBe(0);
  });

  it('waits for a proved address or telephone where the server sends letters, and takes nothing of the month', async () => {
    const [ana, beto] = [await community.person(), await community.person()];
    const earned = await reward(ana, 'x', 20);
    await noteLettersArrive(community, true);
    onTestFinished(() => noteLettersArrive(community, false));
    await set({ monthlyCeiling: earned + 30 });
    expect([await reward(ana, 'y'), await reward(beto, 'y')]).toEqual([0, 0]);
    for (const each of [ana, beto]) expect(await noticesOf(community, each, 'coins.%')).toEqual([]);
    // What was given is taken back all the same.
    expect(await reward(ana, 'x', 10)).toBe(-10);
    await community.db.updateTable('users').set({ emailVerified: true }).where('id', '=', ana.id).execute();
    await community.db.insertInto('phones').values({ userId: beto.id, number: '+525512345679' }).execute();
    // The month has room for both, as it counted nothing of what was withheld.
    expect([await reward(ana, 'y'), await reward(beto, 'y')]).toEqual([20, 20]);
  });
});

describe('the ceiling of a month', () => {
  it('stops practice from paying, and tells the learner and the administrators once', async () => {
    await set({ monthlyCeiling: 50 });
    const [ana, beto] = [await community.person(), await community.person()];
    expect([await reward(ana, 'a'), await reward(ana, 'b'), await reward(ana, 'c')]).toEqual([20, 20, 0]);
    expect([await reward(beto, 'd'), await reward(beto, 'e')]).toEqual([0, 0]);
    expect(await reward(beto, 'f', 10)).toBe(10);
    expect(await noticesOf(community, ana, 'coins.ceiling%')).toEqual([
      { kind: 'coins.ceiling-reached', detail: { until: '2026-12-01' }, link: '/coins' },
    ]);
    expect(await noticesOf(community, beto, 'coins.ceiling%')).toHaveLength(1);
    expect(await noticesOf(community, admin, 'coins.ceiling%')).toEqual([
      {
        kind: 'coins.ceiling-to-raise',
        detail: { until: '2026-12-01', ceiling: 50 },
        link: '/admin/store?tab=rules',
      },
    ]);
    const ways = async () => (await community.request(ana, 'GET', '/api/coins/ways-to-earn')).json();
    expect(await ways()).toMatchObject({ resumesOn: '2026-12-01' });
    await set({ monthlyCeiling: 1000 });
    expect(await ways()).toMatchObject({ resumesOn: null });
    expect(await reward(ana, 'c')).toBe(20);
  });

  it('is told no more once it is raised, in the bell or by mail, and again once the new one is reached', async () => {
    const ana = await personWithMail(community);
    const told = async () =>
      (await Promise.all([ana, admin].map((one) => noticesOf(community, one, 'coins.ceiling%')))).flat();
    await community.request(ana, 'PATCH', '/api/notifications/choices', { digest: true });
    await set({ monthlyCeiling: 30 });
    expect([await reward(ana, 'g'), await reward(ana, 'h')]).toEqual([20, 0]);
    await set({ monthlyCeiling: 20 });
    // Raised, and reached all the same.
    await set({ monthlyCeiling: 20 + 4 });
    expect(await told()).toHaveLength(2);
    await set({ monthlyCeiling: 1000 });
    expect(await told()).toEqual([]);
    community.setNow(new Date(november.getTime() + 24 * 3600_000));
    expect(await mailDue(community)).toEqual([]);
    community.setNow(november);
    await set({ monthlyCeiling: 30 });
    await reward(ana, 'i');
    expect(await told()).toHaveLength(2);
  });

  it('is not used up by people who sign up: their bonus is paid, and practice too', async () => {
    // The bonus comes from the database, at its own instant.
    community.setNow(new Date());
    await set({ monthlyCeiling: 60 });
    const ana = await community.person();
    const newcomers = [];
    for (let n = 0; n < 4; n++) {
      const email = `nueva-${crypto.randomUUID()}@example.org`;
      const body = { email, password: 'una frase larga y rara' };
      expect((await community.request(null, 'POST', '/api/auth/sign-up/email', body)).status).toBe(200);
      newcomers.push(
        await community.db
          .selectFrom('users')
          .select('id')
          .where('email', '=', email)
          .executeTakeFirstOrThrow(),
      );
    }
    for (const { id } of newcomers) {
      const { balance } = await community.db
        .selectFrom('wallets')
        .select('balance')
        .where('userId', '=', id)
        .executeTakeFirstOrThrow();
      expect(balance).toBe(50);
    }
    expect([await reward(ana, 'g'), await reward(ana, 'h'), await reward(ana, 'i')]).toEqual([20, 20, 20]);
    expect(await reward(ana, 'j')).toBe(0);
    const settings = await community.request(admin, 'GET', '/api/coins/settings');
    expect(await settings.json()).toMatchObject({ issued: 60 });
  });

  it('is told at once where it is reached: a reward beyond it waits for no other transaction', async () => {
    await set({ monthlyCeiling: 10 });
    const ana = await community.person();
    await community.db.transaction().execute(async (db) => {
      await sql`select wait_near_ceiling()`.execute(db);
      const given = reward(ana, 'k');
      expect(await Promise.race([given, setTimeout(5000, 'it waits', { ref: false })])).toBe(0);
    });
  });

  it('begins again with the month of Mexico City', async () => {
    const ana = await community.person();
    await set({ monthlyCeiling: 20 });
    expect([await reward(ana, 'a'), await reward(ana, 'b')]).toEqual([20, 0]);
    community.setNow(new Date('2026-12-01T05:59:59Z'));
    expect(await reward(ana, 'b')).toBe(0);
    community.setNow(new Date('2026-12-01T06:00:00Z'));
    expect([await reward(ana, 'b'), await reward(ana, 'c')]).toEqual([20, 0]);
  });

  /** Each has looked at what was issued, or waits for the lock, before the first counts its coins as issued. */
  const race = async (where: Community) => {
    where.setNow(november);
    const person = await where.person();
    const others = await Promise.all(Array.from({ length: 12 }, () => where.person()));
    await where.db.updateTable('coinSettings').set({ monthlyCeiling: 100 }).execute();
    const given = await raceForTable(where.db, 'coinsIssued', () =>
      [person, ...others].map((each, n) => reward(each, `race:${n}`, 20, where)),
    );
    return given.map((one) => (one.status === 'fulfilled' ? one.value : one.reason));
  };
  it('is kept by thirteen people who are rewarded at once', async () => {
    expect((await race(community)).sort()).toEqual([...Array(8).fill(0), ...Array(5).fill(20)]);
  });
  it('the control: is not kept without the lock', async () => {
    expect(await race(unguarded)).toEqual(Array(13).fill(20));
  });
});
