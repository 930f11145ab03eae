import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { insertClass } from '../../../testing/class-scene.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { listEarningsSeats, listOwed, readEarnings } from '../contract.ts';

const october = '2026-10-20T12:00:00Z';
const november = new Date('2026-11-05T12:00:00Z');
const december = new Date('2026-12-05T12:00:00Z');

describe('handing over a class with paid seats', () => {
  let community: Community;
  let admin: Person;
  let former: Person;
  let next: Person;
  let classId: string;
  beforeAll(async () => {
    community = await newCommunity({ untrueRows: 'the paid seats are not enrolled' });
    community.setNow(november);
    admin = await community.person({ role: 'admin' });
  });
  afterAll(() => community.close());
  beforeEach(async () => {
    community.setNow(november);
    former = await community.person({ role: 'teacher', verified: true });
    next = await community.person({ role: 'teacher', verified: true });
    classId = await insertClass(community.db, former, { startsAt: new Date('2026-12-20T12:00:00Z') });
  });

  async function insertPayment(status: 'pending' | 'failed' | 'completed'): Promise<string> {
    const { id: userId } = await community.person();
    const { id } = await community.db
      .insertInto('payments')
      .values({
        userId,
        kind: 'single',
        classId,
        title: 'Clase de prueba',
        amountCents: 1000,
        teacherId: former.id,
        teacherShareCents: 700,
        platformShareCents: 300,
        currency: 'USD',
        method: 'card',
        provider: 'test',
        status,
        completedAt: status === 'completed' ? new Date(october) : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }
  const handOver = async (to: Person, now = november) => {
    community.setNow(now);
    const answer = await community.request(admin, 'PUT', `/api/classes/${classId}/teacher`, {
      teacherId: to.id,
    });
    expect(answer.status).toBe(200);
  };
  /** The months of a statement: what each adds, and what of it changed hands. */
  const monthsOf = async (teacher: Person) => {
    const body = await answerOf(community.request(teacher, 'GET', '/api/payments/earnings'), readEarnings);
    return body.months.map(
      ({ month, seats, shareCents, refundedCents, handedOverCents, takenOverCents }) => ({
        month,
        seats,
        shareCents,
        ...(refundedCents && { refundedCents }),
        ...(handedOverCents && { handedOverCents }),
        ...(takenOverCents && { takenOverCents }),
      }),
    );
  };
  const inOctober = { month: '2026-10', seats: 1, shareCents: 700 };
  const laterNothing = { seats: 0, shareCents: 0 };

  it('leaves the month in which they were paid as it was, and moves the share in the month of the hand-over', async () => {
    await insertPayment('completed');
    await handOver(next);
    expect(await monthsOf(former)).toEqual([
      { month: '2026-11', ...laterNothing, handedOverCents: 700 },
      inOctober,
    ]);
    expect(await monthsOf(next)).toEqual([{ month: '2026-11', ...laterNothing, takenOverCents: 700 }]);
    await handOver(former, december);
    expect(await monthsOf(former)).toEqual([
      { month: '2026-12', ...laterNothing, takenOverCents: 700 },
      { month: '2026-11', ...laterNothing, handedOverCents: 700 },
      inOctober,
    ]);
    expect(
      (await answerOf(community.request(next, 'GET', '/api/payments/earnings'), readEarnings)).owedCents,
    ).toBe(0);
    const body = await answerOf(
      community.request(former, 'GET', '/api/payments/earnings/seats'),
      listEarningsSeats,
    );
    expect(body.items.map(({ kind, shareCents }) => [kind, shareCents])).toEqual([
      ['taken-over', 700],
      ['handed-over', -700],
      ['seat', 700],
    ]);
  });

  it('has a later refund taken from the teacher who has the share', async () => {
    const id = await insertPayment('completed');
    await handOver(next);
    await community.db
      .updateTable('payments')
      .set({ status: 'refunded', refundWantedAt: december, refundedAt: december })
      .where('id', '=', id)
      .execute();
    expect(await monthsOf(next)).toEqual([
      { month: '2026-12', ...laterNothing, refundedCents: 700 },
      { month: '2026-11', ...laterNothing, takenOverCents: 700 },
    ]);
  });

  it.each(['pending', 'failed'] as const)(
    'gives the share of a %s payment, once it is paid, to the other teacher from the start',
    async (status) => {
      const id = await insertPayment(status);
      await handOver(next);
      await community.db
        .updateTable('payments')
        .set({ status: 'completed', completedAt: december })
        .where('id', '=', id)
        .execute();
      expect(await monthsOf(former)).toEqual([]);
      expect(await monthsOf(next)).toEqual([{ month: '2026-12', seats: 1, shareCents: 700 }]);
    },
  );

  it('is told to the open pages of both teachers and of administrators', async () => {
    await insertPayment('completed');
    await handOver(next);
    const { audience } = await community.db
      .selectFrom('events')
      .select('audience')
      .where('kind', '=', 'payments.changed')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(audience).toHaveLength(3);
    expect(new Set(audience)).toEqual(new Set([former.id, next.id, admin.id]));
  });

  it('lists under what is owed how many seats each teacher has', async () => {
    await insertPayment('completed');
    await handOver(next);
    const body = await answerOf(community.request(admin, 'GET', '/api/payments/owed'), listOwed);
    const owedTo = ({ id }: Person) => body.items.find(({ teacher }) => teacher.id === id);
    expect(owedTo(former)).toMatchObject({ seats: 0, owedCents: 0 });
    expect(owedTo(next)).toMatchObject({ seats: 1, owedCents: 700 });
  });
});
