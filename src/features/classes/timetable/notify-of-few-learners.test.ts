import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type ClassScene,
  classScene,
  insertClass,
  insertSeats,
  minutesFromNow,
} from '../../../testing/class-scene.ts';
import type { Person } from '../../../testing/community.ts';
import { noticesOf } from '../../../testing/rows/notices-of.ts';
import { mailDue } from '../../../testing/stand-ins/notice-mail.ts';
import { remindOfClass } from './remind-of-class.ts';

/* What these tests guarantee: the host and the learners of a club with fewer than two learners are told three hours
 * before its start, or the evening before where that is at night, or, where a learner leaves later, then; each once;
 * never of a club that goes on or was cancelled. */

let scene: ClassScene;
beforeAll(async () => {
  scene = await classScene({ people: 2 });
});
afterAll(() => scene.community.close());
afterEach(async () => {
  const { db } = scene.community;
  await sql`delete from classes`.execute(db);
  await sql`delete from notifications`.execute(db);
  await sql`delete from due_work`.execute(db);
});

const start = 12 * 60;
/** A club in twelve hours, four in the afternoon in Mexico City, with these learners. */
async function clubWith(learners: readonly Person[], facts: object = {}): Promise<string> {
  scene.community.setNow(minutesFromNow(0));
  const id = await insertClass(scene.community.db, scene.teacher, {
    kind: 'club',
    title: 'Club de té',
    startsAt: minutesFromNow(start),
    createdAt: minutesFromNow(-60),
    maxStudents: 6,
    ...facts,
  });
  if (learners.length > 0) await insertSeats(scene.community.db, id, ...learners);
  return id;
}
async function comeTo(minutesBefore: number) {
  scene.community.setNow(minutesFromNow(start - minutesBefore));
  await scene.community.runDue(remindOfClass);
}
const counts = async () => {
  const { teacher, student, people } = scene;
  return Promise.all(
    [teacher, student, people[0]!].map(
      async (person) => (await noticesOf(scene.community, person, 'classes.few-come%')).length,
    ),
  );
};
const leave = (person: Person, id: string) =>
  scene.community.request(person, 'POST', `/api/classes/${id}/late-leaving`, { explanation: null });
const enrol = (person: Person, id: string) =>
  scene.community.request(person, 'POST', `/api/classes/${id}/enrolment`);

it('notifyOfFewLearners tells the host and the one learner three hours before, once, with the way to the club', async () => {
  const { teacher, student } = scene;
  const id = await clubWith([student]);
  await comeTo(181);
  expect(await counts()).toEqual([0, 0, 0]);
  await comeTo(180);
  await comeTo(90);
  await comeTo(60);
  expect(await counts()).toEqual([1, 1, 0]);
  expect(await noticesOf(scene.community, teacher, 'classes.few-come%')).toMatchObject([
    { kind: 'classes.few-come', detail: { learners: 1 }, link: `/admin/classes?class=${id}` },
  ]);
  expect(await noticesOf(scene.community, student, 'classes.few-come%')).toMatchObject([
    { kind: 'classes.few-come-with-you', detail: { fewest: 2 }, link: `/classes?class=${id}` },
  ]);
});

it('notifyOfFewLearners writes to the host how many come and what to do', async () => {
  const { community, teacher } = scene;
  await sql`update users set email_verified = true where id = ${teacher.id}`.execute(community.db);
  await clubWith([]);
  await comeTo(180);
  const letters = (await mailDue(community)).filter(({ to }) => to === teacher.email);
  expect(letters.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Todavía no hay nadie inscrito en «Club de té» .*Compártelo o cancélalo$/),
  ]);
});

it('notifyOfFewLearners says nothing of a club with two learners, of a class, or of a club made an hour before', async () => {
  const { student, people } = scene;
  await clubWith([student, people[0]!]);
  await clubWith([student], { kind: 'class' });
  await clubWith([], { createdAt: minutesFromNow(start - 60) });
  for (const before of [180, 60, 10]) await comeTo(before);
  expect(await counts()).toEqual([0, 0, 0]);
});

it('notifyOfFewLearners tells those who are left when a learner leaves in the last hours', async () => {
  const { student, people } = scene;
  const id = await clubWith([student, people[0]!]);
  await comeTo(180);
  scene.community.setNow(minutesFromNow(start - 100));
  await leave(student, id);
  await comeTo(100);
  expect(await counts()).toEqual([1, 0, 1]);
});

it('notifyOfFewLearners takes the unread notices back once enough learners come', async () => {
  const { student, people } = scene;
  const id = await clubWith([student]);
  await comeTo(180);
  expect(await counts()).toEqual([1, 1, 0]);
  await enrol(people[0]!, id);
  await comeTo(179);
  expect(await counts()).toEqual([0, 0, 0]);
});

it('notifyOfFewLearners says nothing after a cancellation, and what it said before is taken back', async () => {
  const { community, teacher, student } = scene;
  const cancel = (id: string) =>
    community.request(teacher, 'POST', `/api/classes/${id}/cancellation`, { reason: 'Lluvia' });
  const early = await clubWith([student]);
  await cancel(early);
  await comeTo(180);
  expect(await counts()).toEqual([0, 0, 0]);
  const late = await clubWith([student]);
  await comeTo(180);
  expect(await counts()).toEqual([1, 1, 0]);
  await cancel(late);
  await comeTo(170);
  expect(await counts()).toEqual([0, 0, 0]);
});

it('notifyOfFewLearners tells of a club in the morning the evening before', async () => {
  const { community, student } = scene;
  // At eight in Mexico City, three hours after five in the morning.
  const startsAt = minutesFromNow(28 * 60);
  await clubWith([student], { zone: 'America/Mexico_City', startsAt });
  const at = async (minutes: number) => {
    community.setNow(minutesFromNow(minutes));
    await community.runDue(remindOfClass);
    return counts();
  };
  expect(await at(16 * 60 - 1)).toEqual([0, 0, 0]);
  expect(await at(16 * 60)).toEqual([1, 1, 0]);
  expect(await at(25 * 60)).toEqual([1, 1, 0]);
});

describe('three processes that count the learners at the same moment', () => {
  const race = async () => {
    const { community, student } = scene;
    const id = await clubWith([student]);
    community.setNow(minutesFromNow(start - 180));
    const ctx = await community.ctxFor();
    await Promise.all([1, 2, 3].map(() => remindOfClass.run(ctx, id)));
    return counts();
  };

  it('tell each person once', async () => {
    expect(await race()).toEqual([1, 1, 0]);
  });

  it('the control: tell them again where a notice has no key', async () => {
    const { db } = scene.community;
    await sql`create function forget_once() returns trigger language plpgsql as
      'begin new.once := null; return new; end'`.execute(db);
    await sql`create trigger forget_once before insert on notifications
      for each row execute function forget_once()`.execute(db);
    expect(await race()).toEqual([3, 3, 0]);
    await sql`drop trigger forget_once on notifications`.execute(db);
  });
});
