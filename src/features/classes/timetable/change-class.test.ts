import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { refusalIn } from '../../../testing/answers/to-be-refused.ts';
import {
  classScene,
  eventIdOf,
  insertClass,
  insertSeats,
  minutesFromNow,
  now,
  wrongSeats,
} from '../../../testing/class-scene.ts';
import type { Community, Person } from '../../../testing/community.ts';
import { noticeKindsOf, noticesOf } from '../../../testing/rows/notices-of.ts';
import {
  changeClass,
  changeRefusals,
  enrolRefusals,
  type ManagedClass,
  scheduleRefusals,
} from '../contract.ts';

let community: Community;
let teacher: Person;
let admin: Person;
let student: Person;
beforeAll(async () => {
  ({ community, teacher, admin, student } = await classScene());
});
afterAll(() => community.close());

const change = (person: Person | null, id: string, body: object) =>
  community.request(person, 'PATCH', `/api/classes/${id}`, { version: 1, ...body });

async function changed(id: string, body: object, person = teacher): Promise<ManagedClass> {
  return answerOf(change(person, id, body), changeClass);
}

const enrol = (id: string, ...people: Person[]) => insertSeats(community.db, id, ...people);

const rowOf = (id: string) =>
  community.db.selectFrom('classes').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('changeClass', () => {
  it('changes the given fields and leaves the others', async () => {
    const id = await insertClass(community.db, teacher, { meetLink: 'https://meet.example.org/abc' });
    const before = await rowOf(id);
    const answer = await changed(id, { title: 'Inglés en la cocina', level: 'basic', priceCents: null });
    expect(answer).toMatchObject({
      id,
      title: 'Inglés en la cocina',
      level: 'basic',
      priceCents: null,
      version: 2,
    });
    const after = await rowOf(id);
    const named = ['title', 'level', 'priceCents'];
    const kept = Object.keys(before).filter(
      (name) => !named.includes(name) && !/^(calendar|version)/.test(name),
    );
    const of = (row: object) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => kept.includes(name)));
    expect(of(after)).toEqual(of(before));
    expect(after).toMatchObject({ version: 2, calendarEventId: eventIdOf(id) });
    const due = await community.db
      .selectFrom('dueWork')
      .select('dueAt')
      .where('subject', '=', eventIdOf(id))
      .execute();
    expect(due).toEqual([{ dueAt: now }]);
  });

  it('changes every field of the form', async () => {
    const id = await insertClass(community.db, teacher);
    const facts = {
      kind: 'club',
      title: 'Club de cine',
      description: 'Una película cada semana.',
      zone: 'Europe/Madrid',
      durationMinutes: 90,
      requiredTier: 'premium',
      language: 'es',
      level: 'advanced',
      targetAudience: 'kid',
      maxStudents: 5,
      priceCents: 1250,
    };
    const link = 'https://meet.example.org/new';
    const when = { date: '2026-12-03', time: '19:30' };
    const answer = await changed(id, { ...facts, ...when, meetLink: link });
    expect(answer).toMatchObject({ ...facts, startsAt: '2026-12-03T18:30:00.000Z', hasMeetLink: true });
    expect((await rowOf(id)).meetLink).toBe(link);
    expect((await changed(id, { meetLink: null, version: 2 })).hasMeetLink).toBe(false);
  });

  it('moves the class by the clock of its zone: a new day keeps the hour, a new zone keeps day and hour', async () => {
    const startsAt = new Date('2026-11-21T23:00:30.000Z');
    const id = await insertClass(community.db, teacher, { startsAt });
    const starts = async (body: object) => (await changed(id, body)).startsAt;
    // The seconds of the start stay until an organiser changes the time.
    expect(await starts({ zone: 'America/Bogota', title: 'La misma hora' })).toBe(startsAt.toISOString());
    expect(await starts({ date: '2026-12-01', version: 2 })).toBe('2026-12-01T23:00:00.000Z');
    expect(await starts({ zone: 'Europe/Madrid', version: 3 })).toBe('2026-12-01T17:00:00.000Z');
    expect(await starts({ time: '07:15', version: 4 })).toBe('2026-12-01T06:15:00.000Z');
  });

  it('refuses a time in the past and a time that the clocks skip', async () => {
    const id = await insertClass(community.db, teacher);
    await expect(change(teacher, id, { date: '2026-11-19' })).toBeRefused(scheduleRefusals.inThePast);
    const gap = { date: '2027-03-28', time: '02:30', zone: 'Europe/Madrid' };
    await expect(change(teacher, id, gap)).toBeRefused(scheduleRefusals.noSuchTime);
    expect((await rowOf(id)).version).toBe(1);
  });

  it('tells the students with a seat when the class moves, and only then', async () => {
    const other = await community.person();
    const id = await insertClass(community.db, teacher, { title: 'Club de cine' });
    await enrol(id, student, other);
    await changed(id, { title: 'Club de series', maxStudents: 5 });
    expect(await noticesOf(community, student)).toEqual([]);
    await changed(id, { time: '11:00', zone: 'UTC', version: 2 });
    const notice = {
      kind: 'classes.moved',
      detail: {
        title: 'Club de series',
        startsAt: '2026-11-21T11:00:00.000Z',
        before: minutesFromNow(24 * 60).toISOString(),
      },
      link: `/classes?class=${id}`,
    };
    expect(await noticesOf(community, student)).toEqual([notice]);
    expect(await noticesOf(community, other)).toEqual([notice]);
    expect(await noticesOf(community, teacher)).toEqual([]);
  });

  it.each([
    ['gets shorter', { durationMinutes: 10 }, true],
    ['gets another language', { language: 'fr' }, true],
    ['gets longer', { durationMinutes: 90 }, false],
  ] as const)(
    'tells the students of a class that %s only where it is less than they agreed to',
    async (_, change, told) => {
      const learner = await community.person();
      const id = await insertClass(community.db, teacher, {
        title: 'Club de cine',
        startsAt: minutesFromNow(120),
      });
      await enrol(id, learner);
      await changed(id, change);
      const startsAt = minutesFromNow(120).toISOString();
      const notice = {
        kind: 'classes.altered',
        detail: { title: 'Club de cine', startsAt },
        link: `/classes?class=${id}`,
      };
      expect(await noticesOf(community, learner)).toEqual(told ? [notice] : []);
      expect((await rowOf(id)).movedAt).toEqual(told ? now : null);
    },
  );

  it('refuses fewer seats than students, and another age group once students are enrolled', async () => {
    const id = await insertClass(community.db, teacher, { maxStudents: 5 });
    await enrol(id, student, await community.person(), await community.person());
    const tooFew = await change(teacher, id, { maxStudents: 2 });
    await expect(tooFew).toBeRefused(changeRefusals.seatsTaken, { taken: 3 });
    await expect(change(teacher, id, { targetAudience: 'kid' })).toBeRefused(changeRefusals.hasStudents);
    expect((await changed(id, { maxStudents: 3, targetAudience: 'adult' })).maxStudents).toBe(3);
    expect(await wrongSeats(community.db)).toEqual([]);
  });

  it('refuses one seat in a class for kids, and a class of one seat for kids', async () => {
    const { tooFewForKids } = scheduleRefusals;
    const forKids = await insertClass(community.db, teacher, { targetAudience: 'kid' });
    await expect(change(teacher, forKids, { maxStudents: 1 })).toBeRefused(tooFewForKids);
    const ofOneSeat = await insertClass(community.db, teacher, { maxStudents: 1 });
    await expect(change(teacher, ofOneSeat, { targetAudience: 'kid' })).toBeRefused(tooFewForKids);
    const both = { maxStudents: 2, targetAudience: 'kid' };
    expect(await changed(ofOneSeat, both)).toMatchObject(both);
    const alone = community.db.updateTable('classes').set({ maxStudents: 1 }).where('id', '=', forKids);
    await expect(alone.execute()).rejects.toThrow('no_class_has_room_for_one_kid');
  });

  it('refuses an organiser who saw an older version, and changes nothing', async () => {
    const id = await insertClass(community.db, teacher);
    const bodies = Array.from({ length: 10 }, (_, turn) => ({ title: `Título ${turn}` }));
    const answers = await Promise.all(
      bodies.map((body, turn) => change(turn % 2 ? teacher : admin, id, body)),
    );
    const codes = await Promise.all(
      answers.map(async (answer) => (await refusalIn(answer)).code ?? 'changed'),
    );
    expect(codes.sort()).toEqual(['changed', ...Array(9).fill('classes/changed-meanwhile')]);
    expect((await rowOf(id)).version).toBe(2);
    // A student who enrols meanwhile does not change the version.
    await enrol(id, student);
    await changed(id, { title: 'Otra vez', version: 2 });
  });

  it('refuses changes from the start on and after a cancellation', async () => {
    const begun = await insertClass(community.db, teacher, { startsAt: now });
    await expect(change(teacher, begun, { title: 'Tarde' })).toBeRefused(enrolRefusals.alreadyStarted);
    const cancelled = await insertClass(community.db, teacher, { status: 'cancelled', cancelledAt: now });
    await expect(change(admin, cancelled, { title: 'Tarde' })).toBeRefused(enrolRefusals.cancelled);
  });

  it('changes link and description until the end, so that a wrong link can be repaired', async () => {
    const begun = await insertClass(community.db, teacher, { startsAt: minutesFromNow(-59) });
    const meetLink = 'https://meet.example.org/repaired';
    expect(await changed(begun, { meetLink, description: 'Con enlace nuevo.' })).toMatchObject({
      meetLink,
      description: 'Con enlace nuevo.',
      allowed: { change: enrolRefusals.alreadyStarted.code, repair: null },
    });
    await expect(change(teacher, begun, { version: 2, meetLink, title: 'Otra' })).toBeRefused(
      enrolRefusals.alreadyStarted,
    );
    const over = await insertClass(community.db, teacher, { startsAt: minutesFromNow(-60) });
    await expect(change(teacher, over, { meetLink })).toBeRefused(changeRefusals.alreadyOver);
  });

  it('accepts the teacher and administrators only, audits each change and tells the teacher of an administrator’s move', async () => {
    const id = await insertClass(community.db, teacher);
    const colleague = await community.person({ role: 'teacher', verified: true });
    const pending = await community.person({ role: 'teacher' });
    await expect(change(null, id, {})).toBeRefused(commonRefusals.signInFirst);
    for (const person of [student, pending, colleague]) {
      await expect(change(person, id, {})).toBeRefused(commonRefusals.notAllowed);
    }
    await changed(id, { title: 'De la administración' }, admin);
    await changed(id, { title: 'De su profesora', version: 2 });
    expect(await noticeKindsOf(community, teacher)).toEqual([]);
    await changed(id, { time: '20:15', version: 3 }, admin);
    expect(await noticeKindsOf(community, teacher)).toEqual(['classes.moved']);
    const acts = await community.db.selectFrom('auditLog').selectAll().where('subject', '=', id).execute();
    expect(acts).toMatchObject([
      { act: 'classes.change-class', actorId: admin.id, personId: teacher.id, detail: { fields: ['title'] } },
      { act: 'classes.change-class', actorId: teacher.id, personId: null },
      { act: 'classes.change-class', actorId: admin.id, personId: teacher.id, detail: { fields: ['time'] } },
    ]);
  });

  it('refuses unknown fields and unreadable values', async () => {
    const id = await insertClass(community.db, teacher);
    const forged = {
      createdBy: student.id,
      seatsTaken: 5,
      status: 'cancelled',
      calendarEventId: 'elsewhere',
    };
    await changed(id, { title: 'Mía', ...forged });
    expect(await rowOf(id)).toMatchObject({
      createdBy: teacher.id,
      seatsTaken: 0,
      status: 'scheduled',
      calendarEventId: eventIdOf(id),
    });
    const unreadable = [
      { title: ' ' },
      { time: '24:00' },
      { date: '2026-02-30' },
      { zone: 'Marte/Olimpo' },
      { maxStudents: 0 },
      { priceCents: 49 },
      { meetLink: 'http://meet.example.org' },
      { version: 'uno' },
    ];
    for (const body of unreadable) {
      await expect(change(teacher, id, { version: 2, ...body })).toBeRefused(commonRefusals.badInput);
    }
  });
});
