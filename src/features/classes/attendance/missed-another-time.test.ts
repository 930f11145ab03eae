import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  classScene,
  insertClass,
  insertPaidSeat,
  minutesFromNow,
  now,
} from '../../../testing/class-scene.ts';
import type { Community, Person } from '../../../testing/community.ts';

let community: Community;
let teacher: Person;
beforeAll(async () => {
  ({ community, teacher } = await classScene());
});
beforeEach(() => community.setNow(now));
afterAll(() => community.close());

const hour = 60;

/** A class or club two days ahead is moved now, to start `before` minutes after `now`. */
const moved = (id: string, before: number) =>
  community.db
    .updateTable('classes')
    .set({ startsAt: minutesFromNow(before), movedAt: community.now() })
    .where('id', '=', id)
    .execute();

const newClass = (kind: 'class' | 'club') =>
  insertClass(community.db, teacher, { startsAt: minutesFromNow(48 * hour), kind, priceCents: 300 });

/** A seat in a club that was booked at `now`. */
const insertFreeSeat = (classId: string, { id: userId }: Person) =>
  community.db.insertInto('classEnrollments').values({ classId, userId, agreedAt: now }).execute();

/** Ten minutes after the start that stands now the roll is closed; the students have these marks. */
async function closed(id: string, before: number, marks: [Person, boolean][]): Promise<void> {
  community.setNow(minutesFromNow(before + 10));
  await mark(id, marks);
  expect((await community.request(teacher, 'POST', `/api/classes/${id}/roll-closing`)).status).toBe(200);
}

async function mark(id: string, marks: [Person, boolean][]): Promise<void> {
  const body = { marks: marks.map(([{ id: userId }, attended]) => ({ userId, attended })) };
  expect((await community.request(teacher, 'PUT', `/api/classes/${id}/attendance`, body)).status).toBe(200);
}

async function isRefunding(paymentId: string): Promise<boolean> {
  const { refundWantedAt } = await community.db
    .selectFrom('payments')
    .select('refundWantedAt')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow();
  return refundWantedAt !== null;
}

async function absencesOf(id: string): Promise<number> {
  const rows = await community.db
    .selectFrom('classAbsences')
    .select('userId')
    .where('classId', '=', id)
    .where('recordedAt', 'is not', null)
    .execute();
  return rows.length;
}

describe('closeRoll, of a class that was moved to a start which is near', () => {
  it('pays back who missed it, and not who came or agreed to the new time', async () => {
    const [absent, present, late] = [
      await community.person(),
      await community.person(),
      await community.person(),
    ];
    const id = await newClass('class');
    const absentPaid = await insertPaidSeat(community.db, { classId: id, userId: absent.id });
    const presentPaid = await insertPaidSeat(community.db, { classId: id, userId: present.id });
    community.setNow(minutesFromNow(1));
    await moved(id, 3);
    const latePaid = await insertPaidSeat(community.db, {
      classId: id,
      userId: late.id,
      now: minutesFromNow(2),
    });
    await closed(id, 3, [
      [absent, false],
      [present, true],
      [late, false],
    ]);
    expect(await Promise.all([absentPaid, presentPaid, latePaid].map(isRefunding))).toEqual([
      true,
      false,
      false,
    ]);
    await mark(id, [[present, false]]);
    expect(await isRefunding(presentPaid)).toBe(true);
  });

  it('counts no absence of a club', async () => {
    const student = await community.person();
    const id = await newClass('club');
    await insertFreeSeat(id, student);
    community.setNow(minutesFromNow(1));
    await moved(id, 2 * hour);
    await closed(id, 2 * hour, [[student, true]]);
    await mark(id, [[student, false]]);
    expect(await absencesOf(id)).toBe(0);
  });

  it('keeps the money and counts the absence where the student had time to leave', async () => {
    const [payer, student] = [await community.person(), await community.person()];
    const id = await newClass('club');
    const paid = await insertPaidSeat(community.db, { classId: id, userId: payer.id });
    await insertFreeSeat(id, student);
    community.setNow(minutesFromNow(1));
    await moved(id, 30 * hour);
    await closed(id, 30 * hour, [
      [payer, false],
      [student, false],
    ]);
    expect(await isRefunding(paid)).toBe(false);
    expect(await absencesOf(id)).toBe(1);
  });
});
