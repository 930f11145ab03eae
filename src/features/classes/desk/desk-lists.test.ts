import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnswerOf } from '#shared/operation.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { type ClassScene, classScene, insertClass, minutesFromNow } from '../../../testing/class-scene.ts';
import type { Person } from '../../../testing/community.ts';
import type { listNewStudents, listOffers, listOwnReviews } from '../contract.ts';

let scene: ClassScene;
beforeAll(async () => {
  scene = await classScene({ people: 2 });
});
afterAll(() => scene.community.close());

const read = async (person: Person, list: string, query: Record<string, string> = {}) =>
  (await scene.community.request(person, 'GET', `/api/classes/${list}?${new URLSearchParams(query)}`)).json();
const newStudentsOf = (person: Person, query = {}) =>
  read(person, 'new-students', query) as Promise<AnswerOf<typeof listNewStudents>>;
const reviewsOf = (person: Person, query = {}) =>
  read(person, 'own-reviews', query) as Promise<AnswerOf<typeof listOwnReviews>>;
const next = ({ nextCursor }: { nextCursor: string | null }) => ({ cursor: nextCursor ?? '' });
const seat = (classId: string, { id: userId }: Person, attended?: boolean) =>
  scene.community.db
    .insertInto('classEnrollments')
    .values({ classId, userId, ...(attended !== undefined && { attended, markedAt: minutesFromNow(0) }) })
    .execute();

it('listNewStudents lists students of coming classes who attended none of the teacher’s classes yet, each once', async () => {
  const { teacher, admin, student, people, community } = scene;
  const [regular, newcomer] = people as [Person, Person];
  const past = await insertClass(community.db, teacher, { startsAt: minutesFromNow(-600) });
  await seat(past, regular, true);
  await seat(past, newcomer, false);
  // A student who was in a class of another teacher is new to this one.
  await seat(await insertClass(community.db, admin, { startsAt: minutesFromNow(-900) }), newcomer, true);
  const later = await insertClass(community.db, teacher, { startsAt: minutesFromNow(3000) });
  const sooner = await insertClass(community.db, teacher, { startsAt: minutesFromNow(60), title: 'Debate' });
  for (const person of [regular, newcomer]) for (const id of [later, sooner]) await seat(id, person);
  const cancelled = await insertClass(community.db, teacher, {
    status: 'cancelled',
    cancelledAt: minutesFromNow(0),
  });
  await seat(cancelled, student);
  const { items } = await newStudentsOf(teacher);
  expect(items).toMatchObject([{ id: newcomer.id, classId: sooner, title: 'Debate' }]);
});

it('listOwnReviews lists the reviews of the teacher’s own classes, the three latest at first', async () => {
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
  const first = await reviewsOf(teacher);
  expect(first.items.map(({ title, rating }) => [title, rating])).toEqual([
    ['Lectura', 4],
    ['Lectura', 3],
    ['Lectura', 2],
  ]);
  const second = await reviewsOf(teacher, next(first));
  expect(second.items.map(({ rating }) => rating)).toEqual([1]);
  expect(second.nextCursor).toBeNull();
});

it('listNewStudents reads each student once where several of one name come to classes of one start, and one is added', async () => {
  const { community } = scene;
  const teacher = await community.person({ role: 'teacher', verified: true });
  const startsAt = minutesFromNow(90);
  const people: Person[] = [];
  for (let n = 0; n < 5; n++) {
    const person = await community.person({ name: 'Ana Ruiz' });
    await seat(await insertClass(community.db, teacher, { startsAt }), person);
    people.push(person);
  }
  const first = await newStudentsOf(teacher, { limit: '2' });
  const sooner = await insertClass(community.db, teacher, { startsAt: minutesFromNow(30) });
  await seat(sooner, await community.person({ name: 'Leo Paz' }));
  const second = await newStudentsOf(teacher, { limit: '2', ...next(first) });
  const third = await newStudentsOf(teacher, { limit: '2', ...next(second) });
  const seen = [first, second, third].flatMap(({ items }) => items.map(({ id }) => id));
  expect(seen.sort()).toEqual(people.map(({ id }) => id).sort());
  expect(third.nextCursor).toBeNull();
});

it('listOffers reads every offer once, ten at first, also where several were made at once and one is withdrawn', async () => {
  const { community } = scene;
  const [from, to] = [
    await community.person({ role: 'teacher', verified: true }),
    await community.person({ role: 'teacher', verified: true }),
  ];
  for (let n = 0; n < 13; n++) {
    const id = await insertClass(community.db, from, {
      title: `Clase ${n}`,
      startsAt: minutesFromNow(n * 60 + 60),
    });
    const made = await community.request(from, 'PUT', `/api/classes/${id}/offer`, { teacherId: to.id });
    expect(made.status).toBe(200);
  }
  const offersOf = (person: Person, query = {}) =>
    read(person, 'offers', query) as Promise<AnswerOf<typeof listOffers>>;
  const first = await offersOf(to);
  expect(first.items).toHaveLength(10);
  await community.request(from, 'DELETE', `/api/classes/offers/${first.items[0]?.id}`);
  const second = await offersOf(to, next(first));
  expect(second.nextCursor).toBeNull();
  const titles = [...first.items, ...second.items].map(({ title }) => title);
  expect(titles).toHaveLength(13);
  expect(new Set(titles).size).toBe(13);
  // The scene's clock stands still, so all of them were made at once.
  expect((await offersOf(from, { limit: '12' })).items.every(({ to: way }) => way === 'them')).toBe(true);
});

describe.each(['offers', 'new-students', 'own-reviews'])('the list of a teacher’s %s', (list) => {
  it('is refused to a student', async () => {
    const answer = scene.community.request(scene.student, 'GET', `/api/classes/${list}`);
    await expect(answer).toBeRefused(commonRefusals.notAllowed);
  });
});
