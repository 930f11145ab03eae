import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { asked } from '../../testing/payment-scene.ts';
import type { Earnings } from './contract.ts';
import { aMonthAfter, lookAgainAt, teacherShareOf, voucherFits } from './rules.ts';

describe('shares', () => {
  it('add up to the price, and the teacher has the floor of 70 %', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000 }), (price) => {
        const share = teacherShareOf(price);
        return Number.isInteger(share) && share * 10 <= price * 7 && (share + 1) * 10 > price * 7;
      }),
    );
    expect([0, 1, 2, 3, 10, 99, 299, 300].map(teacherShareOf)).toEqual([0, 0, 1, 2, 7, 69, 209, 210]);
  });
});

describe('a month later', () => {
  it.each([
    ['2026-11-20T10:30:00.000Z', '2026-12-20T10:30:00.000Z'],
    ['2027-01-31T23:59:59.000Z', '2027-02-28T23:59:59.000Z'],
    ['2028-01-31T00:00:00.000Z', '2028-02-29T00:00:00.000Z'],
    ['2026-12-31T00:00:00.000Z', '2027-01-31T00:00:00.000Z'],
  ])('than %s is %s', (from, to) => {
    expect(aMonthAfter(new Date(from)).toISOString()).toBe(to);
  });
});

it('a provider that sends no webhook is read again soon, and then at most half an hour apart', () => {
  const begun = new Date(0);
  const minutes = [0, 2, 4, 8, 16, 32, 5000].map(
    (lasted) => lookAgainAt(begun, new Date(lasted * 60_000)).getTime() / 60_000 - lasted,
  );
  expect(minutes).toEqual([2, 2, 4, 8, 16, 30, 30]);
});

it('a voucher is offered while there is time to pay it and to hear of it', () => {
  const now = new Date('2026-11-20T10:00:00Z');
  expect(voucherFits(new Date('2026-11-24T10:00:00Z'), now)).toBe(false);
  expect(voucherFits(new Date('2026-11-24T10:00:01Z'), now)).toBe(true);
});

describe('a statement', () => {
  let community: Community;
  let teacher: Person;
  let other: Person;
  let admin: Person;
  beforeAll(async () => {
    community = await newCommunity();
    // At 5:30 in UTC it is still the day before in Bogota.
    teacher = await community.person({ role: 'teacher', verified: true, zone: 'America/Bogota' });
    other = await community.person({ role: 'teacher', verified: true });
    admin = await community.person({ role: 'admin' });
    await seat(teacher, { amountCents: 333, completedAt: '2026-10-10T12:00:00Z' });
    await seat(teacher, { amountCents: 300, completedAt: '2026-11-01T04:30:00Z' });
    await seat(teacher, { amountCents: 300, completedAt: '2026-11-01T05:30:00Z' });
    await seat(teacher, {
      amountCents: 300,
      completedAt: '2026-10-11T12:00:00Z',
      refundedAt: '2026-11-05T12:00:00Z',
    });
    await seat(teacher, { amountCents: 5000, completedAt: '2026-11-05T12:00:00Z', currency: 'MXN' });
    await seat(other, { amountCents: 9900, completedAt: '2026-11-05T12:00:00Z' });
  });
  afterAll(() => community.close());

  type Facts = { amountCents: number; completedAt: string; refundedAt?: string; currency?: string };
  async function seat({ id }: Person, { amountCents, completedAt, refundedAt, currency = 'USD' }: Facts) {
    const share = teacherShareOf(amountCents);
    const { id: userId } = await community.person();
    await community.db
      .insertInto('payments')
      .values({
        userId,
        kind: 'single',
        amountCents,
        currency,
        method: 'card',
        provider: 'test',
        status: refundedAt ? 'refunded' : 'completed',
        completedAt: new Date(completedAt),
        ...(refundedAt && { refundedAt: new Date(refundedAt), refundWantedAt: new Date(refundedAt) }),
        teacherId: id,
        teacherShareCents: share,
        platformShareCents: amountCents - share,
      })
      .execute();
  }
  const read = async (person: Person, query = '') =>
    (await asked<Earnings>(community, person, 'GET', `/api/payments/earnings${query}`)).said;

  it('holds the shares by month of their own zone, and subtracts a refund where it was made', async () => {
    const expected = {
      months: [
        { month: '2026-11', seats: 1, grossCents: 300, shareCents: 210, refundedCents: 210 },
        { month: '2026-10', seats: 3, grossCents: 933, shareCents: 653, refundedCents: 0 },
      ],
      totalCents: 653,
      currency: 'USD',
      otherCurrencies: ['MXN'],
    };
    expect(await read(teacher)).toEqual(expected);
    expect(await read(admin, `?teacherId=${teacher.id}`)).toEqual(expected);
    expect((await read(teacher, '?currency=MXN')).totalCents).toBe(3500);
  });

  it('can be of a period, and of nothing', async () => {
    expect((await read(teacher, '?from=2026-11-01T05:00:00Z&to=2026-11-02T00:00:00Z')).months).toEqual([
      { month: '2026-11', seats: 1, grossCents: 300, shareCents: 210, refundedCents: 0 },
    ]);
    expect(await read(admin)).toEqual({ months: [], totalCents: 0, currency: 'USD', otherCurrencies: [] });
  });

  it('comes as CSV, to its teacher and administrators only', async () => {
    const answer = await community.request(teacher, 'GET', '/api/payments/earnings.csv');
    const rows: string[][] = parse(await answer.text(), { bom: true });
    expect(rows).toEqual([
      ['month', 'seats', 'gross', 'share', 'refunded', 'currency'],
      ['2026-11', '1', '3.00', '2.10', '2.10', 'USD'],
      ['2026-10', '3', '9.33', '6.53', '0.00', 'USD'],
    ]);
    const path = `/api/payments/earnings.csv?teacherId=${teacher.id}`;
    expect((await community.request(other, 'GET', path)).status).toBe(403);
    expect((await community.request(admin, 'GET', `${path}&from=ayer`)).status).toBe(400);
  });
});
