import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readWaiting } from '#features/admin/contract.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import {
  type ClassScene,
  classScene,
  insertClass,
  insertPaidSeat,
  insertSeats,
  minutesFromNow,
  now,
} from '../../../testing/class-scene.ts';
import type { Community, Person } from '../../../testing/community.ts';
import { noticeKindsOf, noticesOf } from '../../../testing/rows/notices-of.ts';
import { changeRefusals, enrolRefusals, listManagedClasses, readClass } from '../contract.ts';
import { releaseOverdueSeats } from '../seats/release-overdue-seats.ts';
import { offerSeats } from '../waiting/offer-seats.ts';

let scene: ClassScene;
let community: Community;
beforeAll(async () => {
  scene = await classScene();
  ({ community } = scene);
});
afterEach(() => community.setNow(now));
afterAll(() => community.close());

const request = (...args: Parameters<Community['request']>) => community.request(...args);

async function lose(teacher: Person): Promise<void> {
  const demotion = { role: 'student' };
  expect((await request(scene.admin, 'PUT', `/api/people/${teacher.id}/role`, demotion)).status).toBe(200);
}

/** How many classes wait for an administrator, with and without a teacher, as the overview and the lists say. */
async function waiting() {
  const counts = await answerOf(request(scene.admin, 'GET', '/api/admin/waiting'), readWaiting);
  const listed = async (filter: string) => {
    const { items } = await answerOf(
      request(scene.admin, 'GET', `/api/classes/managed?${filter}`),
      listManagedClasses,
    );
    return items.length;
  };
  expect([await listed('teacher=none'), await listed('roll=due')]).toEqual([
    counts.classesWithoutTeacher,
    counts.rolls,
  ]);
  return { lacking: counts.classesWithoutTeacher, rolls: counts.rolls };
}

describe('a class that ended without a teacher', () => {
  const ended = { startsAt: minutesFromNow(-90), durationMinutes: 60 };
  const cancel = (id: string) =>
    request(scene.admin, 'POST', `/api/classes/${id}/cancellation`, { reason: 'Nadie pudo darla.' });

  it('waits for an administrator until they cancel it, which refunds its seats and tells its students', async () => {
    const teacher = await community.person({ role: 'teacher', verified: true });
    const student = await community.person();
    const id = await insertClass(community.db, teacher, ended);
    const paymentId = await insertPaidSeat(community.db, { classId: id, userId: student.id });
    expect(await waiting()).toEqual({ lacking: 0, rolls: 1 });
    await expect(cancel(id)).toBeRefused(changeRefusals.alreadyOver);
    await lose(teacher);
    expect(await waiting()).toEqual({ lacking: 1, rolls: 0 });

    expect((await cancel(id)).status).toBe(200);
    expect(await waiting()).toEqual({ lacking: 0, rolls: 0 });
    const { refundWantedAt } = await community.db
      .selectFrom('payments')
      .select('refundWantedAt')
      .where('id', '=', paymentId)
      .executeTakeFirstOrThrow();
    expect(refundWantedAt).toEqual(now);
    expect(await noticeKindsOf(community, student)).toContain('classes.cancelled');
  });

  it('is not cancelled where a student attended it', async () => {
    const teacher = await community.person({ role: 'teacher', verified: true });
    const student = await community.person();
    const id = await insertClass(community.db, teacher, ended);
    await insertSeats(community.db, id, student);
    await lose(teacher);
    const marks = [{ userId: student.id, attended: true }];
    expect((await request(scene.admin, 'PUT', `/api/classes/${id}/attendance`, { marks })).status).toBe(200);
    await expect(cancel(id)).toBeRefused(changeRefusals.alreadyHeld);
    expect((await request(scene.admin, 'POST', `/api/classes/${id}/roll-closing`)).status).toBe(200);
    expect(await waiting()).toEqual({ lacking: 0, rolls: 0 });
  });

  it.each([
    ['no absence where no student came', false, []],
    ['an absence of a student who missed it where another one came', true, ['classes.missed']],
  ])('records, as the roll of a club is closed, %s', async (_what, came, told) => {
    const teacher = await community.person({ role: 'teacher', verified: true });
    const [absent, other] = [await community.person(), await community.person()];
    const id = await insertClass(community.db, teacher, { ...ended, kind: 'club', maxStudents: 6 });
    await insertSeats(community.db, id, absent, other);
    await lose(teacher);
    const marks = [{ userId: other.id, attended: came }];
    expect((await request(scene.admin, 'PUT', `/api/classes/${id}/attendance`, { marks })).status).toBe(200);
    expect((await request(scene.admin, 'POST', `/api/classes/${id}/roll-closing`)).status).toBe(200);
    expect(await noticeKindsOf(community, absent)).toEqual(told);
  });
});

describe('a seat that was offered before its class lost its teacher', () => {
  const start = minutesFromNow(24 * 60);

  /** A full class of a teacher: its seat is offered to the first of two students who wait, until an hour from now. */
  async function offered() {
    const teacher = await community.person({ role: 'teacher', verified: true });
    const [first, second] = [await community.person(), await community.person()];
    const seated = await community.person();
    const id = await insertClass(community.db, teacher, { maxStudents: 1, startsAt: start });
    await insertSeats(community.db, id, seated);
    for (const person of [first, second]) {
      expect((await request(person, 'POST', `/api/classes/${id}/waiting`)).status).toBe(200);
    }
    await request(seated, 'DELETE', `/api/classes/${id}/enrolment`);
    await community.runDue(offerSeats);
    expect((await cardOf(first, id)).heldUntil).toBe(minutesFromNow(6 * 60).toISOString());
    return { id, teacher, first, second };
  }
  const cardOf = (person: Person, id: string) =>
    answerOf(request(person, 'GET', `/api/classes/${id}`), readClass);
  const enrol = (person: Person, id: string) => request(person, 'POST', `/api/classes/${id}/enrolment`);

  /** The chore comes before the due work, as it may where no server ran for hours. */
  async function afterHours(hours: number): Promise<void> {
    community.setNow(minutesFromNow(hours * 60));
    await releaseOverdueSeats({ ...(await community.ctxFor()), now: community.now() });
    await community.runDue(offerSeats);
  }

  it('is kept however long that lasts, and offered to the same student again by the hand-over', async () => {
    const { id, teacher, first, second } = await offered();
    const colleague = await community.person({ role: 'teacher', verified: true });
    await lose(teacher);
    await expect(enrol(first, id)).toBeRefused(enrolRefusals.noTeacher);
    for (const hours of [7.5, 8]) await afterHours(hours);
    expect(await cardOf(first, id)).toMatchObject({ heldUntil: start.toISOString(), lacksTeacher: true });
    expect(await cardOf(second, id)).toMatchObject({ waitingPlace: 1 });

    const body = { teacherId: colleague.id };
    expect((await request(scene.admin, 'PUT', `/api/classes/${id}/teacher`, body)).status).toBe(200);
    await community.runDue(offerSeats);
    const heldUntil = minutesFromNow(12 * 60).toISOString();
    expect(await cardOf(first, id)).toMatchObject({ heldUntil, lacksTeacher: false });
    expect(await noticesOf(community, first, 'classes.seat-%')).toMatchObject([
      { kind: 'classes.seat-offered', detail: { heldUntil } },
    ]);
    expect((await enrol(first, id)).status).toBe(200);
  });

  it('is offered to the same student again soon after the teacher gets their role back', async () => {
    const { id, teacher, first } = await offered();
    await lose(teacher);
    await afterHours(6);
    await request(scene.admin, 'PUT', `/api/people/${teacher.id}/role`, { role: 'teacher' });
    await afterHours(6.25);
    const heldUntil = minutesFromNow(6.25 * 60 + (17.75 * 60) / 4).toISOString();
    expect(await cardOf(first, id)).toMatchObject({ heldUntil, lacksTeacher: false });
  });

  it('ends with the start of a class that no teacher took over, and the student is told of no lost turn', async () => {
    const { id, teacher, first } = await offered();
    await lose(teacher);
    await afterHours(6);
    await afterHours(24);
    expect((await cardOf(first, id)).heldUntil).toBeNull();
    expect(await noticeKindsOf(community, first)).not.toContain('classes.offer-lapsed');
  });
});
