import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerOf } from '../../testing/answers/answer-of.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import type { Status } from '../payments/contract.ts';
import { readTrends, readWaiting, type Trends, type Week } from './contract.ts';

/** A Friday noon in Mexico City, where the administrator lives; the week began on Monday the 16th. */
const now = new Date('2026-11-20T18:00:00.000Z');
const nothing = {
  signUps: 0,
  seatsMarked: 0,
  seatsAttended: 0,
  coinsIssued: 0,
  coinsSpent: 0,
  revenueCents: 0,
};

let community: Community;
let admin: Person;
beforeAll(async () => {
  community = await newCommunity();
  admin = await community.person({ role: 'admin' });
  const { db } = community;
  await db
    .updateTable('users')
    .set({ createdAt: new Date('2020-01-01') })
    .execute();
  community.setNow(now);
});
afterAll(() => community.close());

async function trends(): Promise<Trends> {
  return answerOf(community.request(admin, 'GET', '/api/admin/trends'), readTrends);
}
const weekOf = async (monday: string) => (await trends()).weeks.find((week: Week) => week.monday === monday);

it('the trends hold twelve weeks, the current one last, also weeks without events', async () => {
  // The sign-up bonus of the administrator is dated by the real clock, outside these weeks.
  community.setNow(new Date('2031-02-12T12:00:00Z'));
  const { weeks, currency } = await trends();
  community.setNow(now);
  expect(weeks).toHaveLength(12);
  expect(weeks.at(0)).toEqual({ monday: '2030-11-25', ...nothing });
  expect(weeks.at(-1)).toEqual({ monday: '2031-02-10', ...nothing });
  expect(currency).toBe('USD');
});

it('trends without a payment are in the currency of the price of a seat, as the key figures are', async () => {
  community.setNow(new Date('2031-02-12T12:00:00Z'));
  const { currency: ofSeats } = await community.db
    .selectFrom('seatPrice')
    .select('currency')
    .executeTakeFirstOrThrow();
  const setCurrency = (currency: string) => community.db.updateTable('seatPrice').set({ currency }).execute();
  await setCurrency('MXN');
  const { currency } = await trends();
  community.setNow(now);
  await setCurrency(ofSeats);
  expect(currency).toBe('MXN');
});

it('a week of the trends begins and ends at Monday midnight in the reader’s zone', async () => {
  for (const at of ['2026-11-09T06:00:00Z', '2026-11-16T05:59:59.999Z', '2026-11-16T06:00:00Z']) {
    const { id } = await community.person();
    await community.db
      .updateTable('users')
      .set({ createdAt: new Date(at) })
      .where('id', '=', id)
      .execute();
  }
  expect(await weekOf('2026-11-09')).toMatchObject({ signUps: 2 });
  expect(await weekOf('2026-11-16')).toMatchObject({ signUps: 1 });
});

it('the trends count attendance of called rolls only, in the week in which the class began', async () => {
  const { id: classId } = await community.db
    .insertInto('classes')
    .values({
      title: 'Una clase',
      description: 'x',
      createdBy: admin.id,
      startsAt: new Date('2026-10-20T18:00:00Z'),
      rollClosedAt: new Date('2026-10-20T19:00:00Z'),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const attended of [true, true, false, null]) {
    const { id: userId } = await community.person();
    await community.db
      .insertInto('classEnrollments')
      .values({ classId, userId, attended, markedAt: attended === null ? null : now })
      .execute();
  }
  expect(await weekOf('2026-10-19')).toMatchObject({ seatsMarked: 3, seatsAttended: 2 });
});

it('coins issued leave out refunds, and coins spent are purchases', async () => {
  // The database dates ledger movements itself, to the microsecond; a clock of milliseconds may be behind by one.
  community.setNow(new Date(Date.now() + 1000));
  const person = await community.person();
  const move = (amount: number, kind: string, cause: string) =>
    sql`select append_to_ledger(${person.id}, ${amount}, ${kind}, 'De prueba', ${cause})`.execute(
      community.db,
    );
  const before = (await trends()).weeks.at(-1) as Week;
  await move(300, 'reward', 'a');
  await move(-120, 'purchase', 'c');
  await move(120, 'refund', 'c:refund');
  await move(-10, 'admin_debit', 'e');
  expect((await trends()).weeks.at(-1)).toMatchObject({
    coinsIssued: before.coinsIssued + 300,
    coinsSpent: before.coinsSpent + 120,
  });
  community.setNow(now);
});

it('the revenue trend is in the currency with the largest sum', async () => {
  const pay = (
    amountCents: number,
    currency: string,
    completedAt: string,
    status: Status = 'completed',
    facts: Record<string, unknown> = {},
  ) =>
    community.db
      .insertInto('payments')
      .values({
        userId: admin.id,
        kind: 'single',
        amountCents,
        currency,
        platformShareCents: amountCents,
        method: 'card',
        provider: 'test',
        status,
        completedAt: new Date(completedAt),
        refundedAt: status === 'refunded' ? now : null,
        refundWantedAt: status === 'refunded' ? now : null,
        ...facts,
      })
      .execute();
  await pay(300, 'USD', '2026-11-10T12:00:00Z');
  await pay(400, 'USD', '2026-11-11T12:00:00Z');
  await pay(500, 'MXN', '2026-11-11T12:00:00Z');
  await pay(999, 'USD', '2026-11-11T12:00:00Z', 'refunded');
  // Paid by another amount and in another currency than was asked: what was received counts.
  const paidOtherwise = { paidCents: 50, paidCurrency: 'USD', refundWantedAt: now };
  await pay(800, 'MXN', '2026-11-11T12:00:00Z', 'completed', paidOtherwise);
  expect(await weekOf('2026-11-09')).toMatchObject({ revenueCents: 750 });
  expect((await trends()).currency).toBe('USD');
  // Its refund would be among what waits.
  await community.db.deleteFrom('payments').where('paidCents', 'is not', null).execute();
});

it('the overview counts work that waits, and none that is done', async () => {
  const { db } = community;
  // No server runs here that would have looked at the reminders of the past classes above.
  await db.deleteFrom('dueWork').execute();
  const count = () => answerOf(community.request(admin, 'GET', '/api/admin/waiting'), readWaiting);
  expect(await count()).toEqual({
    applications: 0,
    pages: 0,
    orders: 0,
    videos: 0,
    reports: 0,
    names: 0,
    cupClaims: 0,
    calendar: 0,
    refunds: 0,
    owedBack: 0,
    rolls: 0,
    classesWithoutTeacher: 0,
    classesWithoutLink: 0,
    stuck: [],
  });
  await community.person({ role: 'teacher' });
  await community.person({ role: 'teacher', verified: true });
  const buyer = await community.person({ coins: 500 });
  await community.request(buyer, 'POST', '/api/store/orders', { itemId: 'custom-avatar' });
  for (const moderationStatus of ['pending', 'approved'] as const) {
    await db
      .insertInto('videos')
      .values({
        title: 'v',
        language: 'en',
        level: 'basic',
        source: 'youtube',
        sourceId: moderationStatus,
        moderationStatus,
      })
      .execute();
  }
  // Two people report one video, and the report of another one is settled.
  for (const [reporterId, subjectId, settledAt] of [
    [buyer.id, 'a', null],
    [admin.id, 'a', null],
    [buyer.id, 'b', now],
  ] as const) {
    const report = { reporterId, subjectKind: 'video', subjectId, reason: 'spam' } as const;
    const status = settledAt ? 'dismissed' : 'open';
    await db
      .insertInto('reports')
      .values({ ...report, status, settledAt })
      .execute();
  }
  await db.insertInto('cupClaims').values({ userId: buyer.id, username: 'ana' }).execute();
  for (const [subject, attempts] of Object.entries({ sumi1: 0, sumi2: 3, sumi3: 4, sumi4: 5 })) {
    const lastError = attempts === 0 ? null : 'out of reach';
    await db
      .insertInto('dueWork')
      .values({ kind: 'sync-calendar', subject, dueAt: now, attempts, lastError })
      .execute();
  }
  for (const subject of ['a', 'b']) {
    const lastError = 'the mail server answered 451';
    await db
      .insertInto('dueWork')
      .values({ kind: 'send-mail', subject, dueAt: now, attempts: 9, failingSince: now, lastError })
      .execute();
  }
  await db
    .updateTable('payments')
    .set({ refundWantedAt: now })
    .where('amountCents', 'in', [300, 999])
    .execute();
  await db.updateTable('payments').set({ refundFailedAt: now }).where('status', '=', 'refunded').execute();
  expect(await count()).toEqual({
    applications: 1,
    pages: 0,
    orders: 1,
    videos: 1,
    reports: 1,
    names: 0,
    cupClaims: 1,
    calendar: 2,
    refunds: 1,
    owedBack: 1,
    rolls: 0,
    classesWithoutTeacher: 0,
    classesWithoutLink: 0,
    stuck: [
      { kind: 'send-mail', count: 2, since: now.toISOString(), lastError: 'the mail server answered 451' },
    ],
  });
});
