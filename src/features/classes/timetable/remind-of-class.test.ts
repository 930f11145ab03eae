import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type ClassScene,
  classScene,
  insertClass,
  minutesFromNow,
  now,
} from '../../../testing/class-scene.ts';
import type { Person } from '../../../testing/community.ts';
import { noticeKindsOf, noticesOf } from '../../../testing/rows/notices-of.ts';
import { mailDue } from '../../../testing/stand-ins/notice-mail.ts';
import { remindOfClass } from './remind-of-class.ts';

/* What these tests guarantee: who has a seat and who gives the class is reminded a day, an hour and ten minutes before,
 * each once, at the times of the class as it stands. */

let scene: ClassScene;
beforeAll(async () => {
  scene = await classScene({ people: 4 });
});
afterAll(() => scene.community.close());
beforeEach(() => scene.community.setNow(now));
afterEach(async () => {
  const { db } = scene.community;
  await sql`delete from classes`.execute(db);
  await sql`delete from notifications`.execute(db);
  await sql`delete from due_work`.execute(db);
});

const day = 24 * 60;
const longAgo = minutesFromNow(-7 * day);

/** A class two days from now that has stood for a week. */
const twoDaysAhead = (facts: object = {}) =>
  insertClass(scene.community.db, scene.teacher, {
    startsAt: minutesFromNow(2 * day),
    createdAt: longAgo,
    ...facts,
  });
const seat = (classId: string, { id: userId }: Person, facts: object = {}) =>
  scene.community.db
    .insertInto('classEnrollments')
    .values({ classId, userId, enrolledAt: longAgo, ...facts })
    .execute();
/** Lets the clock come to an instant, given in minutes from `now`, and does what is due then. */
async function comeTo(minutes: number) {
  scene.community.setNow(minutesFromNow(minutes));
  await scene.community.runDue(remindOfClass);
}
const kindsFor = async (person: Person) =>
  (await noticeKindsOf(scene.community, person)).map((kind) => kind.replace('classes.', ''));
const dueAt = async () =>
  (
    await scene.community.db
      .selectFrom('dueWork')
      .select('dueAt')
      .where('kind', '=', 'remind-of-class')
      .execute()
  ).map((row) => row.dueAt);
const all = ['starts-in-a-day', 'starts-in-an-hour', 'starts-in-minutes'];

describe('a reminder', () => {
  it('comes a day, an hour and ten minutes before, to students and the teacher, and due work sleeps between', async () => {
    const { student, teacher, people } = scene;
    const id = await twoDaysAhead();
    await seat(id, student);
    await comeTo(0);
    expect(await kindsFor(student)).toEqual([]);
    expect(await dueAt()).toEqual([minutesFromNow(day)]);
    for (const [minutes, next] of [
      [day, 2 * day - 60],
      [2 * day - 60, 2 * day - 10],
      [2 * day - 10, null],
    ] as const) {
      await comeTo(minutes);
      await comeTo(minutes);
      expect(await dueAt()).toEqual(next === null ? [] : [minutesFromNow(next)]);
    }
    expect(await kindsFor(student)).toEqual(all);
    expect(await kindsFor(teacher)).toEqual(all);
    const links = (await noticesOf(scene.community, teacher)).map(({ link }) => link);
    expect(new Set(links)).toEqual(new Set([`/admin/classes?class=${id}`]));
    expect(await kindsFor(people[0]!)).toEqual([]);
  });

  it('tells the administrators, a day and an hour before, of a class whose teacher may no longer give it', async () => {
    const { community, admin, student } = scene;
    const former = await community.person({ role: 'teacher', verified: true });
    const waits = await insertClass(community.db, former, {
      startsAt: minutesFromNow(2 * day),
      createdAt: longAgo,
    });
    await seat(waits, student);
    await community.db
      .updateTable('teacherProfiles')
      .set({ verificationStatus: 'rejected' })
      .where('userId', '=', former.id)
      .execute();
    for (const minutes of [day, 2 * day - 60, 2 * day - 10]) await comeTo(minutes);
    expect(await kindsFor(former)).toEqual([]);
    expect(await kindsFor(student)).toEqual(all);
    expect(await kindsFor(admin)).toEqual(['without-teacher', 'without-teacher']);
    const path = `/api/classes/${waits}/teacher`;
    await community.request(admin, 'PUT', path, { teacherId: scene.teacher.id });
    expect(await kindsFor(admin)).toEqual([]);
  });

  it('goes by mail the day before, with the class for the calendar', async () => {
    const { community, student } = scene;
    await sql`update users set email_verified = true where id = ${student.id}`.execute(community.db);
    const id = await twoDaysAhead({ title: 'Club de té' });
    await seat(id, student);
    await comeTo(day);
    // Four in the morning in Mexico City: it waits for seven.
    expect(await mailDue(community)).toEqual([]);
    community.setNow(minutesFromNow(day + 3 * 60));
    const [letter] = (await mailDue(community)).filter(({ to }) => to === student.email);
    expect(letter?.subject).toContain('Recuerda: «Club de té»');
    expect(letter?.calendar).toContain(`UID:${id}@sumi`);
  });

  it('does not come late to a student who took an offered seat after its moment, when learners are counted', async () => {
    const { community, student } = scene;
    const id = await twoDaysAhead({ kind: 'club' });
    await seat(id, student, { enrolledAt: minutesFromNow(day - 30), heldUntil: minutesFromNow(day + 60) });
    await comeTo(day);
    community.setNow(minutesFromNow(day + 5));
    expect((await community.request(student, 'POST', `/api/classes/${id}/enrolment`)).status).toBe(200);
    await sql`select put_due('remind-of-class', ${id})`.execute(community.db);
    await comeTo(2 * day - 3 * 60);
    expect(await kindsFor(student)).not.toContain('starts-in-a-day');
    await comeTo(2 * day - 60);
    expect(await kindsFor(student)).toContain('starts-in-an-hour');
  });

  it('does not come to a seat that was taken after its moment, or that is only held', async () => {
    const { people } = scene;
    const [late, held, early] = [people[0]!, people[1]!, people[2]!];
    const id = await twoDaysAhead();
    await seat(id, early, { enrolledAt: minutesFromNow(day) });
    await seat(id, late, { enrolledAt: minutesFromNow(day + 1) });
    await seat(id, held, { heldUntil: minutesFromNow(2 * day - 1) });
    await comeTo(day + 2);
    expect([await kindsFor(early), await kindsFor(late), await kindsFor(held)]).toEqual([
      ['starts-in-a-day'],
      [],
      [],
    ]);
    await comeTo(2 * day - 60);
    expect(await kindsFor(late)).toEqual(['starts-in-an-hour']);
  });

  it('after a server was away comes once, the latest', async () => {
    const { student } = scene;
    const id = await twoDaysAhead();
    await seat(id, student);
    await comeTo(2 * day - 30);
    await comeTo(2 * day - 20);
    expect(await kindsFor(student)).toEqual(['starts-in-an-hour']);
  });

  it('of a class that is made in the last hour comes ten minutes before only', async () => {
    const { teacher } = scene;
    await insertClass(scene.community.db, teacher, { startsAt: minutesFromNow(40), createdAt: now });
    for (const minutes of [0, 20, 30]) await comeTo(minutes);
    expect(await kindsFor(teacher)).toEqual(['starts-in-minutes']);
  });

  it('moves with the class, which takes back what was unread', async () => {
    const { community, teacher, student } = scene;
    const id = await twoDaysAhead();
    await seat(id, student);
    await comeTo(day);
    expect(await kindsFor(student)).toEqual(['starts-in-a-day']);
    const moved = { version: 1, date: '2026-11-25', time: '09:00' };
    expect((await community.request(teacher, 'PATCH', `/api/classes/${id}`, moved)).status).toBe(200);
    expect(await kindsFor(student)).toEqual(['moved']);
    // Nine in the morning in Bogotá is five days and four hours from now.
    const start = 5 * day + 4 * 60;
    expect(await dueAt()).toEqual([minutesFromNow(start - day)]);
    await comeTo(2 * day - 60);
    expect(await kindsFor(student)).toEqual(['moved']);
    for (const before of [day, 60, 10]) await comeTo(start - before);
    expect(await kindsFor(student)).toEqual(['moved', ...all]);
  });

  it('that came does not come again when the class is edited', async () => {
    const { community, teacher, student } = scene;
    await sql`update users set email_verified = true where id = ${student.id}`.execute(community.db);
    const id = await twoDaysAhead({ title: 'Club de té' });
    await seat(id, student);
    let version = 1;
    for (const [minutes, edit] of [
      [day, { title: 'Club de café' }],
      [2 * day - 60, { meetLink: 'https://meet.example/abc' }],
      [2 * day - 10, { description: 'Trae una taza.' }],
    ] as const) {
      await comeTo(minutes);
      const edited = await community.request(teacher, 'PATCH', `/api/classes/${id}`, { version, ...edit });
      expect(edited.status).toBe(200);
      version += 1;
      await comeTo(minutes);
      await comeTo(minutes + 1);
    }
    expect(await kindsFor(student)).toEqual(all);
    expect(await kindsFor(teacher)).toEqual(all);
    const letters = (await mailDue(community)).filter(({ to }) => to === student.email);
    // A day before; an hour before too, because they have no device.
    expect(letters.map(({ subject }) => subject).sort()).toEqual([
      expect.stringContaining('«Club de té»'),
      expect.stringContaining('«Club de café» empieza pronto'),
    ]);
  });

  it('does not come after a cancellation, and the one before it is taken back with its letter', async () => {
    const { community, teacher, student } = scene;
    const id = await twoDaysAhead();
    await seat(id, student);
    await comeTo(day);
    await community.request(teacher, 'POST', `/api/classes/${id}/cancellation`, { reason: 'Lluvia' });
    await comeTo(2 * day - 60);
    expect(await kindsFor(student)).toEqual(['cancelled']);
    const letters = (await mailDue(community)).filter(({ to }) => to === student.email);
    expect(letters.map(({ subject }) => subject)).toEqual([expect.stringContaining('Se canceló')]);
  });

  it('that is unread is taken back from a teacher who gives the class no more', async () => {
    const { community, teacher, admin, people } = scene;
    const id = await twoDaysAhead();
    const other = await community.person({ role: 'teacher', verified: true });
    await seat(id, people[0] as Person);
    await comeTo(day);
    expect(await kindsFor(teacher)).toEqual(['starts-in-a-day']);
    await community.request(admin, 'PUT', `/api/classes/${id}/teacher`, { teacherId: other.id });
    expect(await kindsFor(teacher)).toEqual(['given-to-another']);
    expect(await kindsFor(people[0] as Person)).toEqual(['starts-in-a-day', 'other-teacher']);
  });

  it('does not come after leaving, nor for a class that was deleted', async () => {
    const { community, teacher, student, people } = scene;
    const id = await twoDaysAhead();
    await seat(id, student);
    await seat(id, people[0]!);
    await comeTo(day);
    await community.request(student, 'DELETE', `/api/classes/${id}/enrolment`);
    await comeTo(2 * day - 60);
    expect(await kindsFor(student)).toEqual([]);
    expect(await kindsFor(people[0]!)).toEqual(['starts-in-a-day', 'starts-in-an-hour']);
    await sql`delete from classes where id = ${id}`.execute(community.db);
    await comeTo(2 * day - 10);
    expect(await kindsFor(people[0]!)).toEqual([]);
    expect(await kindsFor(teacher)).toEqual([]);
  });
});

it('a teacher who gets a club after the moment of a reminder is not told of it as its learners are counted', async () => {
  const { admin, community, teacher } = scene;
  const other = await community.person({ role: 'teacher', verified: true });
  const id = await twoDaysAhead({ kind: 'club' });
  await comeTo(day);
  expect(await kindsFor(teacher)).toEqual(['starts-in-a-day']);
  community.setNow(minutesFromNow(day + 60));
  const body = { teacherId: other.id };
  expect((await community.request(admin, 'PUT', `/api/classes/${id}/teacher`, body)).status).toBe(200);
  await comeTo(2 * day - 3 * 60);
  expect(await kindsFor(other)).not.toContain('starts-in-a-day');
  await comeTo(2 * day - 60);
  expect(await kindsFor(other)).toContain('starts-in-an-hour');
});

describe('the guardian of a kid whose seat begins in the last day before a class', () => {
  const kidWithGuardian = async () => {
    const kid = await scene.community.person({ ageGroup: 'kid', name: 'Lía Prado' });
    await sql`insert into guardian_consents (user_id, address, asked_at, given_at, address_proved)
      values (${kid.id}, ${`mama-${kid.id}@example.org`}, now(), now(), true)`.execute(scene.community.db);
    return kid;
  };
  /** A class for kids that many minutes from now. */
  const classIn = (minutes: number, facts: object = {}) =>
    insertClass(scene.community.db, scene.teacher, {
      title: 'Cuentos',
      targetAudience: 'kid',
      startsAt: minutesFromNow(minutes),
      createdAt: longAgo,
      ...facts,
    });
  const enrol = async (kid: Person, classId: string) =>
    expect((await scene.community.request(kid, 'POST', `/api/classes/${classId}/enrolment`)).status).toBe(
      200,
    );
  /** What the guardian reads once what is due was done. */
  const subjects = async () => {
    await scene.community.runDue(remindOfClass);
    return (await mailDue(scene.community)).flatMap(({ to, subject }) =>
      to.startsWith('mama-') ? [subject] : [],
    );
  };
  const reminded = [expect.stringMatching(/^Lía: Recuerda: «Cuentos», con Inés Ávila, empieza/)];

  it('hears of it at once, and once, where the kid enrols', async () => {
    const kid = await kidWithGuardian();
    const id = await classIn(4 * 60);
    await enrol(kid, id);
    expect(await subjects()).toEqual(reminded);
    for (const minutes of [10, 3 * 60, 3 * 60 + 55]) {
      await comeTo(minutes);
      expect(await subjects()).toEqual([]);
    }
  });

  it('hears of it where an administrator gives the seat, and where the kid takes an offered one', async () => {
    const { admin, community } = scene;
    const [given, offered] = [await kidWithGuardian(), await kidWithGuardian()];
    const id = await classIn(4 * 60);
    expect((await community.request(admin, 'PUT', `/api/classes/${id}/students/${given.id}`)).status).toBe(
      200,
    );
    expect(await subjects()).toEqual(reminded);
    await seat(id, offered, { heldUntil: minutesFromNow(60) });
    expect(await subjects()).toEqual([]);
    await enrol(offered, id);
    expect(await subjects()).toEqual(reminded);
  });

  it('hears of a class that moves into its last day, and not twice', async () => {
    const { community, teacher } = scene;
    const kid = await kidWithGuardian();
    const id = await classIn(3 * day, { zone: 'UTC' });
    await seat(id, kid, { enrolledAt: minutesFromNow(-10) });
    expect(await subjects()).toEqual([]);
    const moved = { version: 1, date: '2026-11-20', time: '14:00' };
    expect((await community.request(teacher, 'PATCH', `/api/classes/${id}`, moved)).status).toBe(200);
    expect(await subjects()).toEqual([expect.stringMatching(/^Lía: «Cuentos» cambió/)]);
  });

  it('is told nothing of a seat that the kid gave up before the letter left', async () => {
    const kid = await kidWithGuardian();
    const id = await classIn(20 * 60);
    await enrol(kid, id);
    // It is night: the letter waits.
    expect(await subjects()).toEqual([]);
    await scene.community.request(kid, 'DELETE', `/api/classes/${id}/enrolment`);
    scene.community.setNow(minutesFromNow(4 * 60));
    expect(await subjects()).toEqual([]);
  });

  it('hears that a club lacks learners, so that the kid may be alone with the teacher', async () => {
    const kid = await kidWithGuardian();
    const id = await classIn(2 * 60, { kind: 'club' });
    await enrol(kid, id);
    expect((await subjects()).sort()).toEqual([
      expect.stringMatching(/^Lía: A «Cuentos».* le falta gente/),
      ...reminded,
    ]);
  });

  it('is no adult who wrote to themselves, nor one whose address is not proved', async () => {
    const { community, student } = scene;
    const kid = await kidWithGuardian();
    await sql`update guardian_consents set address_proved = false`.execute(community.db);
    const [forKids, forAdults] = [await classIn(4 * 60), await classIn(4 * 60, { targetAudience: 'adult' })];
    await enrol(kid, forKids);
    await enrol(student, forAdults);
    expect(await subjects()).toEqual([]);
    expect([await kindsFor(kid), await kindsFor(student)]).toEqual([[], []]);
  });
});

describe('two processes that remind at the same moment', () => {
  const race = async () => {
    const { community, people } = scene;
    const id = await twoDaysAhead();
    for (const person of people) await seat(id, person);
    community.setNow(minutesFromNow(day));
    const ctx = await community.ctxFor();
    await Promise.all([1, 2, 3].map(() => remindOfClass.run(ctx, id)));
    return (await Promise.all(people.map(kindsFor))).map(({ length }) => length);
  };

  it('tell each person once', async () => {
    expect(await race()).toEqual([1, 1, 1, 1]);
  });

  it('the control: tell them again where a notice has no key', async () => {
    const { db } = scene.community;
    await sql`create function forget_once() returns trigger language plpgsql as
      'begin new.once := null; return new; end'`.execute(db);
    await sql`create trigger forget_once before insert on notifications
      for each row execute function forget_once()`.execute(db);
    expect(await race()).toEqual([3, 3, 3, 3]);
    await sql`drop trigger forget_once on notifications`.execute(db);
  });
});
