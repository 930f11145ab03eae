import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
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
import { noticeKindsOf } from '../../../testing/rows/notices-of.ts';
import { changeRefusals, type ManagedClass } from '../contract.ts';

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
  const counts = (await (await request(scene.admin, 'GET', '/api/admin/waiting')).json()) as {
    classesWithoutTeacher: number;
    rolls: number;
  };
  const listed = async (filter: string) => {
    const answer = await request(scene.admin, 'GET', `/api/classes/managed?${filter}`);
    return ((await answer.json()) as { items: ManagedClass[] }).items.length;
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
