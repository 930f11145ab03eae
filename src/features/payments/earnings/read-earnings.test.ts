import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { listEarningsSeats, readEarnings } from '../contract.ts';
import { teacherShareOf } from '../rules.ts';

describe('a statement of earnings', () => {
  let community: Community;
  let teacher: Person;
  let other: Person;
  let admin: Person;
  beforeAll(async () => {
    community = await newCommunity();
    // At 04:30 UTC it is still October in Bogota.
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
  /** Nothing changed hands, and nothing was paid out. */
  const none = { handedOverCents: 0, takenOverCents: 0, paidOutCents: 0 };
  const read = (person: Person, query = '') =>
    answerOf(community.request(person, 'GET', `/api/payments/earnings${query}`), readEarnings);

  it('sums shares by month in the teacher’s zone, and subtracts a refund in the month it was made', async () => {
    const expected = {
      months: [
        { month: '2026-11', seats: 1, grossCents: 300, shareCents: 210, refundedCents: 210, ...none },
        { month: '2026-10', seats: 3, grossCents: 933, shareCents: 653, refundedCents: 0, ...none },
      ],
      totalCents: 653,
      paidOutCents: 0,
      owedCents: 653,
      comingCents: 0,
      currency: 'USD',
      otherCurrencies: ['MXN'],
    };
    expect(await read(teacher)).toEqual(expected);
    expect(await read(admin, `?teacherId=${teacher.id}`)).toEqual(expected);
    expect((await read(teacher, '?currency=MXN')).totalCents).toBe(3500);
  });

  it('is in the currency of the price of a seat where none is asked for', async () => {
    const set = (priceCents: number, currency: string) =>
      community.request(admin, 'PUT', '/api/payments/seat-price', { priceCents, currency });
    expect((await set(15_000, 'MXN')).status).toBe(200);
    const body = await answerOf(community.request(teacher, 'GET', '/api/payments/earnings'), readEarnings);
    expect(body).toMatchObject({ currency: 'MXN', otherCurrencies: expect.arrayContaining(['USD']) });
    expect((await set(300, 'USD')).status).toBe(200);
    expect((await set(300, 'XYZ')).status).toBe(400);
  });

  it('covers a period, and is empty for a teacher without seats', async () => {
    expect((await read(teacher, '?from=2026-11-01T05:00:00Z&to=2026-11-02T00:00:00Z')).months).toEqual([
      { month: '2026-11', seats: 1, grossCents: 300, shareCents: 210, refundedCents: 0, ...none },
    ]);
    expect(await read(admin)).toMatchObject({ months: [], totalCents: 0, owedCents: 0, otherCurrencies: [] });
  });

  it('is exported as CSV for its teacher and administrators only', async () => {
    const answer = await community.request(teacher, 'GET', '/api/payments/earnings.csv');
    const rows: string[][] = parse(await answer.text(), { bom: true });
    expect(rows).toEqual([
      [
        'Mes',
        'Lugares',
        'Cobrado',
        'Parte del profe',
        'Devoluciones',
        'Pasado a otros profes',
        'Recibido de otros profes',
        'Pagado al profe',
        'Moneda',
      ],
      ['2026-11', '1', '3.00', '2.10', '2.10', '0.00', '0.00', '0.00', 'USD'],
      ['2026-10', '3', '9.33', '6.53', '0.00', '0.00', '0.00', '0.00', 'USD'],
    ]);
    const path = `/api/payments/earnings.csv?teacherId=${teacher.id}`;
    expect((await community.request(other, 'GET', path)).status).toBe(403);
    expect((await community.request(admin, 'GET', `${path}&from=ayer`)).status).toBe(400);
  });

  it('lists the seats and the refunds of a month, as the teacher’s zone divides months', async () => {
    const path = `/api/payments/earnings/seats?month=2026-11&teacherId=${teacher.id}`;
    const { items } = await answerOf(community.request(teacher, 'GET', path), listEarningsSeats);
    expect(items.map(({ kind, at, shareCents }) => [kind, at.slice(0, 10), shareCents])).toEqual([
      ['refund', '2026-11-05', -210],
      ['seat', '2026-11-01', 210],
    ]);
    expect(items[0]?.student).toBeTruthy();
  });

  it('is read by a teacher who was revoked', async () => {
    const former = await community.person({ role: 'teacher', verified: true });
    await seat(former, { amountCents: 1000, completedAt: '2026-11-05T12:00:00Z' });
    const { db } = community;
    await db
      .updateTable('teacherProfiles')
      .set({ verificationStatus: 'rejected', rejectionReason: 'No' })
      .where('userId', '=', former.id)
      .execute();
    await db.deleteFrom('userRoles').where('userId', '=', former.id).where('role', '=', 'teacher').execute();
    expect((await read(former)).owedCents).toBe(700);
  });

  it('leaves test payments out once the community takes payments by Stripe', async () => {
    const late = await newCommunity();
    const paid = async (provider: 'test' | 'stripe') => {
      const { id: userId } = await late.person();
      const { id: teacherId } = teaching;
      const money = { amountCents: 1000, teacherShareCents: 700, platformShareCents: 300 };
      await late.db
        .insertInto('payments')
        .values({
          userId,
          teacherId,
          ...money,
          kind: 'single',
          method: 'card',
          provider,
          status: 'completed',
          completedAt: late.now(),
        })
        .execute();
    };
    const teaching = await late.person({ role: 'teacher', verified: true });
    const owed = async () =>
      (await answerOf(late.request(teaching, 'GET', '/api/payments/earnings'), readEarnings)).owedCents;
    await paid('test');
    expect(await owed()).toBe(700);
    await paid('stripe');
    expect(await owed()).toBe(700);
    await late.close();
  });
});
