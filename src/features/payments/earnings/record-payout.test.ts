import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '#server/ctx.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { insertClass, insertPaidSeat } from '../../../testing/class-scene.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { raceForTable } from '../../../testing/races/race.ts';
import { withoutRowLocks } from '../../../testing/races/without-row-locks.ts';
import { noticeKindsOf } from '../../../testing/rows/notices-of.ts';
import {
  listOwed,
  listPayouts,
  recordPayout as operation,
  payoutRefusals,
  readEarnings,
} from '../contract.ts';
import { handOverEarnings } from './hand-over-earnings.ts';
import { recordPayout } from './record-payout.ts';

const crowd = 12;
let community: Community;
let admin: Person;
beforeAll(async () => {
  community = await newCommunity({ poolSize: 30 });
  admin = await community.person({ role: 'admin', name: 'Marta Admin' });
});
afterAll(() => community.close());

/** A teacher who is owed that share of one seat, in cents. */
async function teacherOwed(shareCents: number, name = 'Lucía Mora'): Promise<Person> {
  const teacher = await community.person({ role: 'teacher', verified: true, name });
  const amountCents = Math.ceil((shareCents * 100) / 70);
  await community.db
    .insertInto('payments')
    .values({
      userId: (await community.person()).id,
      kind: 'single',
      title: 'Debate',
      amountCents,
      teacherId: teacher.id,
      teacherShareCents: shareCents,
      platformShareCents: amountCents - shareCents,
      method: 'card',
      provider: 'test',
      status: 'completed',
      completedAt: community.now(),
    })
    .execute();
  return teacher;
}

const payOut = (teacher: Person, amountCents: number, more: object = {}, key?: string) =>
  community.request(
    admin,
    'POST',
    '/api/payments/payouts',
    { teacherId: teacher.id, amountCents, currency: 'USD', ...more },
    key ? { 'idempotency-key': key } : {},
  );
const earningsOf = (teacher: Person) =>
  answerOf(community.request(teacher, 'GET', '/api/payments/earnings'), readEarnings);
const payoutsOf = async (teacher: Person) =>
  (await answerOf(community.request(teacher, 'GET', '/api/payments/payouts'), listPayouts)).items;

describe('recordPayout', () => {
  it('lowers what is owed, tells the teacher and is audited', async () => {
    const teacher = await teacherOwed(700);
    expect((await payOut(teacher, 500, { note: 'SPEI 8841' })).status).toBe(200);
    expect(await earningsOf(teacher)).toMatchObject({
      paidOutCents: 500,
      owedCents: 200,
      months: [{ shareCents: 700, paidOutCents: 500 }],
    });
    expect(await payoutsOf(teacher)).toMatchObject([
      { amountCents: 500, note: 'SPEI 8841', recordedBy: 'Marta Admin', reversedAt: null },
    ]);
    const { db } = community;
    const act = db.selectFrom('auditLog').select('act').where('personId', '=', teacher.id);
    expect(await act.execute()).toEqual([{ act: 'payments.record-payout' }]);
    expect(await noticeKindsOf(community, teacher)).toEqual(['payments.paid-out']);
  });

  it('never pays more than is owed, in the currency it is owed in', async () => {
    const teacher = await teacherOwed(700);
    await expect(payOut(teacher, 701)).toBeRefused(payoutRefusals.moreThanOwed);
    await expect(payOut(teacher, 700, { currency: 'MXN' })).toBeRefused(payoutRefusals.moreThanOwed);
    expect((await payOut(teacher, 700)).status).toBe(200);
    await expect(payOut(teacher, 1)).toBeRefused(payoutRefusals.moreThanOwed);
  });

  it('refuses a day that has not come, and a teacher who does not exist', async () => {
    const teacher = await teacherOwed(700);
    const paidAt = new Date(community.now().getTime() + 60_000).toISOString();
    await expect(payOut(teacher, 100, { paidAt })).toBeRefused(payoutRefusals.notYetPaid);
    const stranger = { ...teacher, id: crypto.randomUUID() };
    await expect(payOut(stranger, 100)).toBeRefused(payoutRefusals.noSuchTeacher);
  });

  it('records one payout for two requests with one key', async () => {
    const teacher = await teacherOwed(700);
    const answers = await raceForTable(community.db, 'teacherPayouts', () =>
      [1, 2].map(() => payOut(teacher, 300, {}, 'the-same-key')),
    );
    const [one, two] = answers.map((each) => (each.status === 'fulfilled' ? each.value : null));
    expect(one?.status).toBe(200);
    expect(await one?.json()).toEqual(await two?.json());
    expect(await payoutsOf(teacher)).toHaveLength(1);
  });
});

describe('reversePayout', () => {
  it('takes a payout back once, and shows it as taken back', async () => {
    const teacher = await teacherOwed(700);
    const { id } = await answerOf(payOut(teacher, 700), operation);
    const reverse = () => community.request(admin, 'POST', `/api/payments/payouts/${id}/reversal`, {});
    const answers = await Promise.all(Array.from({ length: 5 }, reverse));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await earningsOf(teacher)).toMatchObject({ paidOutCents: 0, owedCents: 700 });
    expect(await payoutsOf(teacher)).toMatchObject([{ id, amountCents: 700 }]);
    expect((await payoutsOf(teacher))[0]?.reversedAt).toBeTruthy();
    const acts = community.db
      .selectFrom('auditLog')
      .select('id')
      .where('act', '=', 'payments.reverse-payout');
    expect(await acts.where('subject', '=', id).execute()).toHaveLength(1);
    const reversal = await community.db
      .selectFrom('teacherPayouts')
      .select('id')
      .where('reverses', '=', id)
      .executeTakeFirstOrThrow();
    const ofReversal = community.request(admin, 'POST', `/api/payments/payouts/${reversal.id}/reversal`, {});
    await expect(ofReversal).toBeRefused(commonRefusals.notFound);
  });

  it('takes the notice of the payout back where it is undone at once, and tells the teacher of it later', async () => {
    const reverse = async (teacher: Person, minutesLater: number) => {
      const { id } = await answerOf(payOut(teacher, 700), operation);
      const now = community.now();
      community.setNow(new Date(now.getTime() + minutesLater * 60_000));
      await community.request(admin, 'POST', `/api/payments/payouts/${id}/reversal`, {});
      community.setNow(now);
    };
    const [atOnce, later] = [await teacherOwed(700), await teacherOwed(700)];
    await reverse(atOnce, 0);
    expect(await noticeKindsOf(community, atOnce)).toEqual([]);
    await reverse(later, 1);
    expect(await noticeKindsOf(community, later)).toEqual(['payments.paid-out', 'payments.payout-reversed']);
  });

  it('appends a row: the database refuses to change or delete a payout', async () => {
    const { db } = community;
    await expect(db.deleteFrom('teacherPayouts').execute()).rejects.toThrow('append-only');
    await expect(db.updateTable('teacherPayouts').set({ note: 'x' }).execute()).rejects.toThrow(
      'append-only',
    );
  });
});

describe('concurrent payouts of all that is owed', () => {
  /** How many are recorded, where each has read what is owed before one is. */
  const rush = async (change: (ctx: Ctx) => Ctx) => {
    const teacher = await teacherOwed(700);
    const contexts = await Promise.all(
      Array.from({ length: crowd }, async () => change(await community.ctxFor(admin))),
    );
    const given = { teacherId: teacher.id, amountCents: 700, currency: 'USD' };
    await raceForTable(community.db, 'teacherPayouts', () =>
      contexts.map((ctx) => recordPayout(ctx, given, undefined)),
    );
    return (await payoutsOf(teacher)).length;
  };

  it('pay it once', async () => {
    expect(await rush((ctx) => ctx)).toBe(1);
  });

  it('the control: pay it more than once without the lock', async () => {
    expect(await rush(withoutRowLocks)).toBe(crowd);
  });
});

describe('what teachers are owed', () => {
  it('is listed for administrators, and exported with each teacher’s name by month', async () => {
    const teacher = await teacherOwed(900, 'Pía Rosas');
    await payOut(teacher, 400);
    const { items } = await answerOf(community.request(admin, 'GET', '/api/payments/owed'), listOwed);
    expect(items.find((line) => line.teacher.id === teacher.id)).toMatchObject({
      teacher: { name: 'Pía Rosas', email: teacher.email },
      currency: 'USD',
      seats: 1,
      earnedCents: 900,
      paidOutCents: 400,
      owedCents: 500,
    });
    const sheet = await (await community.request(admin, 'GET', '/api/payments/owed.csv')).text();
    const exports = community.db.selectFrom('auditLog').select('actorId');
    expect(await exports.where('act', '=', 'payments.export-earnings').execute()).toEqual([
      { actorId: admin.id },
    ]);
    const rows: string[][] = parse(sheet, { bom: true });
    const month = rows.find(([name]) => name === 'Pía Rosas');
    expect(rows[0]).toEqual([
      'Profe',
      'Correo',
      'Mes',
      'Lugares',
      'Cobrado',
      'Parte del profe',
      'Devoluciones',
      'Pasado a otros profes',
      'Recibido de otros profes',
      'Pagado al profe',
      'Moneda',
    ]);
    expect(month?.slice(3)).toEqual(['1', '12.86', '9.00', '0.00', '0.00', '0.00', '4.00', 'USD']);
  });

  it('leaves payouts to an administrator who teaches, and their reversal, to another one', async () => {
    const teacher = await teacherOwed(700);
    await community.db.insertInto('userRoles').values({ userId: teacher.id, role: 'admin' }).execute();
    const body = { teacherId: teacher.id, amountCents: 700, currency: 'USD' };
    const own = community.request(teacher, 'POST', '/api/payments/payouts', body);
    await expect(own).toBeRefused(commonRefusals.ownMatter);
    const { id } = await answerOf(payOut(teacher, 700), operation);
    const reversal = community.request(teacher, 'POST', `/api/payments/payouts/${id}/reversal`);
    await expect(reversal).toBeRefused(commonRefusals.ownMatter);
  });

  it('are told apart by whether the roll of the class is closed with a student present, also once the class was handed over', async () => {
    const [teacher, next] = [await teacherOwed(100), await teacherOwed(100)];
    const [student, at] = [await community.person(), new Date(community.now().getTime() - 3_600_000)];
    const [toCome, given] = await Promise.all(
      [1, 2].map(() => insertClass(community.db, teacher, { startsAt: at })),
    );
    for (const classId of [toCome, given])
      await insertPaidSeat(community.db, { classId: classId!, userId: student.id });
    const closeRoll = async (id: string) => {
      expect((await community.request(teacher, 'POST', `/api/classes/${id}/roll-closing`)).status).toBe(200);
    };
    const markPresent = async (id: string) => {
      const marks = [{ userId: student.id, attended: true }];
      const marked = community.request(teacher, 'PUT', `/api/classes/${id}/attendance`, { marks });
      expect((await marked).status).toBe(200);
    };
    await closeRoll(given!);
    // A teacher who did not come could close it too.
    expect((await earningsOf(teacher)).comingCents).toBe(420);
    await markPresent(given!);
    const standing = async (who: Person) => {
      const { owedCents, comingCents } = await earningsOf(who);
      return [owedCents, comingCents];
    };
    expect(await standing(teacher)).toEqual([100 + 210 + 210, 210]);
    const { items } = await answerOf(community.request(admin, 'GET', '/api/payments/owed'), listOwed);
    expect(items.find((line) => line.teacher.id === teacher.id)).toMatchObject({ comingCents: 210 });
    await handOverEarnings(await community.ctxFor(), toCome!, next.id);
    expect([await standing(teacher), await standing(next)]).toEqual([
      [310, 0],
      [310, 210],
    ]);
    await markPresent(toCome!);
    await closeRoll(toCome!);
    expect(await standing(next)).toEqual([310, 0]);
    // It may be paid ahead all the same.
    expect((await payOut(next, 310)).status).toBe(200);
  });
});
