import { afterAll, beforeAll, expect, it } from 'vitest';
import { listReports } from '#features/reports/contract.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import {
  type ClassScene,
  classScene,
  insertClass,
  insertSeats,
  minutesFromNow,
} from '../../../testing/class-scene.ts';
import type { Person } from '../../../testing/community.ts';
import { noticeKindsOf } from '../../../testing/rows/notices-of.ts';
import { classData } from '../own-data.ts';

let scene: ClassScene;
beforeAll(async () => {
  scene = await classScene({ people: 2 });
});
afterAll(() => scene.community.close());

const report = (person: Person | undefined, subject: string) =>
  scene.community.request(person ?? null, 'POST', '/api/reports', {
    kind: 'class',
    subject,
    reason: 'harmful',
  });
const begun = () =>
  insertClass(scene.community.db, scene.teacher, { title: 'Cuentos', startsAt: minutesFromNow(-5) });

it('a class that has begun is reported by its teacher and by the students with a seat, and by no other person', async () => {
  const { community, student, teacher, people } = scene;
  const [held, other] = people;
  const [id, coming] = [await begun(), await insertClass(community.db, teacher)];
  await insertSeats(community.db, id, student);
  await insertSeats(community.db, coming, student);
  await community.db
    .insertInto('classEnrollments')
    .values({ classId: id, userId: held!.id, heldUntil: minutesFromNow(10) })
    .execute();
  for (const person of [student, teacher]) expect((await report(person, id)).status).toBe(200);
  for (const person of [held, other]) await expect(report(person, id)).toBeRefused(commonRefusals.notFound);
  for (const person of [student, teacher])
    await expect(report(person, coming)).toBeRefused(commonRefusals.notFound);
});

it('a report of a class names its teacher to the administrators, and upholding it hides nothing', async () => {
  const { community, admin, student } = scene;
  const id = await begun();
  await insertSeats(community.db, id, student);
  expect((await report(student, id)).status).toBe(200);
  const { items } = await answerOf(community.request(admin, 'GET', '/api/reports'), listReports);
  expect(items.find(({ subject }) => subject === id)).toMatchObject({
    title: 'Cuentos · Inés Ávila',
    link: `/admin/classes?class=${id}&tab=roll`,
    canHide: false,
    canShow: false,
  });
  const settle = { outcome: 'upheld', reason: 'Gritó a una niña.' };
  expect((await community.request(admin, 'PUT', `/api/reports/class/${id}`, settle)).status).toBe(200);
  expect(await noticeKindsOf(community, student)).toEqual(['reports.upheld']);
  expect((await community.request(student, 'GET', `/api/classes/${id}`)).status).toBe(200);
  await expect(community.request(admin, 'PUT', `/api/reports/class/${id}/shown`)).toBeRefused(
    commonRefusals.notFound,
  );
});

it('erasing what classes hold of a person forgets the reports of the classes that they gave, and no others', async () => {
  const { community, student } = scene;
  const leaver = await community.person({ role: 'teacher', verified: true });
  const startsAt = minutesFromNow(-5);
  const [theirs, ofOther] = [await insertClass(community.db, leaver, { startsAt }), await begun()];
  await community.db.deleteFrom('reports').execute();
  for (const id of [theirs, ofOther]) {
    await insertSeats(community.db, id, student);
    expect((await report(student, id)).status).toBe(200);
  }
  await classData.erase?.(await community.ctxFor(), { userId: leaver.id, provedEmail: null, image: null });
  const left = await community.db.selectFrom('reports').select('subjectId').execute();
  expect(left).toEqual([{ subjectId: ofOther }]);
});
