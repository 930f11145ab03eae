import { afterAll, beforeAll, expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import { type ClassScene, classScene, insertClass, minutesFromNow } from '../../../testing/class-scene.ts';
import type { Person } from '../../../testing/community.ts';
import type { Desk } from '../contract.ts';

let scene: ClassScene;
beforeAll(async () => {
  scene = await classScene({ people: 2 });
});
afterAll(() => scene.community.close());

const deskOf = async (person: Person): Promise<Desk> =>
  (await (await scene.community.request(person, 'GET', '/api/classes/desk')).json()) as Desk;
const seat = (classId: string, { id: userId }: Person, attended?: boolean) =>
  scene.community.db
    .insertInto('classEnrollments')
    .values({ classId, userId, ...(attended !== undefined && { attended, markedAt: minutesFromNow(0) }) })
    .execute();

it('readDesk lists students of coming classes who attended none of the teacher’s classes yet, each once', async () => {
  const { teacher, admin, student, people, community } = scene;
  const [regular, newcomer] = people as [Person, Person];
  const past = await insertClass(community.db, teacher, { startsAt: minutesFromNow(-600) });
  await seat(past, regular, true);
  await seat(past, newcomer, false);
  // Who was in a class of another teacher is new to this one.
  await seat(await insertClass(community.db, admin, { startsAt: minutesFromNow(-900) }), newcomer, true);
  const later = await insertClass(community.db, teacher, { startsAt: minutesFromNow(3000) });
  const sooner = await insertClass(community.db, teacher, { startsAt: minutesFromNow(60), title: 'Debate' });
  for (const person of [regular, newcomer]) for (const id of [later, sooner]) await seat(id, person);
  const cancelled = await insertClass(community.db, teacher, {
    status: 'cancelled',
    cancelledAt: minutesFromNow(0),
  });
  await seat(cancelled, student);
  const { newStudents } = await deskOf(teacher);
  expect(newStudents).toMatchObject([{ id: newcomer.id, classId: sooner, title: 'Debate' }]);
});

it('readDesk lists the three latest reviews of the teacher’s own classes', async () => {
  const { teacher, admin, student, people, community } = scene;
  const mine = await insertClass(community.db, teacher, { startsAt: minutesFromNow(-600), title: 'Lectura' });
  const others = await insertClass(community.db, admin, { startsAt: minutesFromNow(-600) });
  const review = (classId: string, { id: userId }: Person, teacherId: string, rating: number) =>
    community.db
      .insertInto('classReviews')
      .values({ classId, userId, teacherId, rating, createdAt: minutesFromNow(rating) })
      .execute();
  for (const [rating, person] of [student, ...people, admin].entries())
    await review(mine, person, teacher.id, rating + 1);
  await review(others, student, admin.id, 5);
  const { reviews } = await deskOf(teacher);
  expect(reviews.map(({ title, rating }) => [title, rating])).toEqual([
    ['Lectura', 4],
    ['Lectura', 3],
    ['Lectura', 2],
  ]);
});

it('readDesk refuses a student', async () => {
  const answer = scene.community.request(scene.student, 'GET', '/api/classes/desk');
  await expect(answer).toBeRefused(commonRefusals.notAllowed);
});
