import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type ClassScene,
  classScene,
  insertClass,
  insertSeats,
  minutesFromNow,
  defaultRules as rules,
} from '../../../testing/class-scene.ts';
import type { Person } from '../../../testing/community.ts';
import { remindOfClass } from '../timetable/remind-of-class.ts';
import { offerSeats } from '../waiting/offer-seats.ts';
import { ruleLimits } from './rule-limits.ts';

/* What these tests guarantee: administrators alone set the numbers of clubs, within the limits that the table has too;
 * the change is on record and in force with the next request, also for what is due later and was planned before. */

let scene: ClassScene;
beforeAll(async () => {
  scene = await classScene({ people: 3 });
});
afterAll(() => scene.community.close());
beforeEach(async () => {
  scene.community.setNow(minutesFromNow(0));
  await set({});
});

async function ask(person: Person, method: string, path: string, body?: unknown) {
  const answer = await scene.community.request(person, method, path, body);
  return { status: answer.status, body: await answer.json() };
}
const set = (changed: Partial<typeof rules>, person = scene.admin) =>
  ask(person, 'PUT', '/api/classes/rules', { ...rules, ...changed });

describe('setClassRules', () => {
  it('is for administrators, and says on record what changed', async () => {
    expect((await set({}, scene.teacher)).status).toBe(403);
    await set({ pausingAbsences: 1, clubSeats: 8 });
    const act = await scene.community.db
      .selectFrom('auditLog')
      .select('detail')
      .where('act', '=', 'classes.change-rules')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(act.detail).toEqual({
      clubSeats: { from: 6, to: 8 },
      pausingAbsences: { from: 3, to: 1 },
    });
    expect((await ask(scene.teacher, 'GET', '/api/classes/rules')).body).toMatchObject({ clubSeats: 8 });
  });

  it('refuses numbers out of bounds, and so does the table', async () => {
    for (const [name, [least, most]] of Object.entries(ruleLimits)) {
      for (const wrong of [least - 1, most + 1, least + 0.5]) {
        expect((await set({ [name]: wrong })).status).toBe(400);
      }
      for (const good of [least, most]) expect((await set({ [name]: good })).status).toBe(200);
      const column = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      for (const wrong of [least - 1, most + 1]) {
        const change = sql`update class_rules set ${sql.ref(column)} = ${wrong}`;
        await expect(change.execute(scene.community.db)).rejects.toThrow(/check constraint/);
      }
    }
  });

  it('gives the seats of a new club', async () => {
    await set({ clubSeats: 4 });
    const form = { title: 'Club', description: 'Charla', date: '2026-12-01', time: '10:00' };
    const id = async (kind: string) =>
      (await ask(scene.teacher, 'POST', '/api/classes', { ...form, kind, title: kind })).body.id;
    const seats = await scene.community.db
      .selectFrom('classes')
      .select(['kind', 'maxStudents'])
      .where('id', 'in', [await id('club'), await id('class')])
      .orderBy('kind')
      .execute();
    expect(seats).toEqual([
      { kind: 'class', maxStudents: 12 },
      { kind: 'club', maxStudents: 4 },
    ]);
  });

  it('opens and closes the doors of the clubs there are, and a student who came late is refused', async () => {
    const { community, teacher, student } = scene;
    const id = await insertClass(community.db, teacher, {
      kind: 'club',
      startsAt: minutesFromNow(30),
      meetLink: 'https://meet.example.org/abc',
    });
    await insertSeats(community.db, id, student);
    const card = async () => (await ask(student, 'GET', `/api/classes/${id}`)).body;
    expect((await card()).meetLink).toBeNull();
    await set({ doorOpensMinutes: 30, doorClosesMinutes: 5 });
    expect(await card()).toMatchObject({
      meetLink: 'https://meet.example.org/abc',
      rules: { doorOpensMinutes: 30, doorClosesMinutes: 5 },
    });
    community.setNow(minutesFromNow(35));
    expect((await card()).meetLink).toBeNull();
    const late = await ask(student, 'POST', `/api/classes/${id}/entry`);
    expect(late.body.code).toBe('classes/door-closed');
  });

  it('tells an administrator’s numbers where a student leaves and where a club lacks learners', async () => {
    const { community, teacher, student } = scene;
    const [other] = scene.people as [Person];
    const id = await insertClass(community.db, teacher, {
      kind: 'club',
      startsAt: minutesFromNow(600),
      createdAt: minutesFromNow(-60),
    });
    await insertSeats(community.db, id, student, other);
    const reminded = async () => {
      await community.runDue(remindOfClass);
      const notices = await community.db
        .selectFrom('notifications')
        .select('detail')
        .where('about', '=', id)
        .where('kind', '=', 'classes.few-come-with-you')
        .execute();
      return notices.length;
    };
    expect(await reminded()).toBe(0);
    // Ten hours before is at night, so the moment was the evening before, when the club was not made yet.
    await set({ fewestLearners: 3, lackToldHours: 10, freeHours: 11 });
    expect(await reminded()).toBe(0);
    await community.db
      .updateTable('classes')
      .set({ createdAt: minutesFromNow(-24 * 60) })
      .where('id', '=', id)
      .execute();
    await set({ fewestLearners: 3, lackToldHours: 9, freeHours: 11 });
    expect(await reminded()).toBe(2);
    const leaving = await ask(student, 'DELETE', `/api/classes/${id}/enrolment`);
    expect(leaving.body.code).toBe('classes/leaves-late');
  });

  it('opens the free seat of a class to all who wait as soon as the number says so', async () => {
    const { community, teacher } = scene;
    const [ana, leo, zoe] = scene.people as [Person, Person, Person];
    const id = await insertClass(community.db, teacher, { startsAt: minutesFromNow(90), maxStudents: 1 });
    await insertSeats(community.db, id, ana);
    for (const each of [leo, zoe]) await ask(each, 'POST', `/api/classes/${id}/waiting`);
    await community.runDue(offerSeats);
    await set({ openToAllMinutes: 120 });
    await ask(ana, 'DELETE', `/api/classes/${id}/enrolment`);
    await community.runDue(offerSeats);
    const { body } = await ask(zoe, 'GET', `/api/classes/${id}`);
    expect(body).toMatchObject({ heldUntil: null, waitingPlace: 2, allowed: { enrol: null } });
  });

  it('leaves a seat that is offered to its student until the moment that they were told', async () => {
    const { community, teacher } = scene;
    const [ana, leo, zoe] = scene.people as [Person, Person, Person];
    const id = await insertClass(community.db, teacher, { maxStudents: 1 });
    await insertSeats(community.db, id, ana);
    for (const each of [leo, zoe]) await ask(each, 'POST', `/api/classes/${id}/waiting`);
    await ask(ana, 'DELETE', `/api/classes/${id}/enrolment`);
    const heldUntil = async () => {
      await community.runDue(offerSeats);
      return (await ask(leo, 'GET', `/api/classes/${id}`)).body.heldUntil;
    };
    const told = minutesFromNow(6 * 60).toISOString();
    expect(await heldUntil()).toBe(told);
    await set({ longestOfferHours: 1 });
    expect(await heldUntil()).toBe(told);
  });

  it('pauses clubs by the new numbers at once', async () => {
    const { community, teacher, student } = scene;
    const id = await insertClass(community.db, teacher, { kind: 'club', startsAt: minutesFromNow(-60) });
    await community.db
      .insertInto('classAbsences')
      .values({ classId: id, userId: student.id, how: 'left-late', recordedAt: minutesFromNow(-100) })
      .execute();
    const paused = async () => (await ask(student, 'GET', '/api/classes/absences')).body.pausedUntil;
    expect(await paused()).toBeNull();
    await set({ pausingAbsences: 1 });
    expect(await paused()).toBe(minutesFromNow(7 * 24 * 60 - 100).toISOString());
  });
});
