import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyTaken } from '#server/db/once.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { classScene, defaultRules, now } from '../../../testing/class-scene.ts';
import type { Community, Person } from '../../../testing/community.ts';
import { noticeKindsOf } from '../../../testing/rows/notices-of.ts';
import { changeRefusals, scheduleClass, scheduleRefusals } from '../contract.ts';
import { shownRules } from '../set-rules/class-rules.ts';

/*
 * The tests of time here guarantee that a class starts at the instant when the clocks of its zone show the typed time,
 * by the rules of that day and not of today. The server refuses a time that the clocks skip. It takes the first of a
 * time that they show twice. `shared/time/wall-clock.test.ts` tests the conversions themselves.
 */

let community: Community;
let teacher: Person;
let admin: Person;
let student: Person;
beforeAll(async () => {
  ({ community, teacher, admin, student } = await classScene());
});
afterAll(() => community.close());

const form = {
  title: 'Conversación en inglés',
  description: 'Hablamos de la semana.',
  date: '2026-12-01',
  time: '18:00',
};

const schedule = (person: Person | null, body: unknown, key?: string) =>
  community.request(person, 'POST', '/api/classes', body, key ? { 'idempotency-key': key } : {});

async function startOf(body: unknown): Promise<string> {
  return (await answerOf(schedule(teacher, body), scheduleClass)).startsAt;
}

async function howManyClasses(): Promise<number> {
  const rows = await community.db.selectFrom('classes').select('id').execute();
  return rows.length;
}

describe('scheduleClass with a teacher', () => {
  it('schedules a class for the teacher whom an administrator names, and tells that teacher', async () => {
    const answer = await schedule(admin, { ...form, title: 'Encargada', teacherId: teacher.id });
    expect(await answer.json()).toMatchObject({ teacherId: teacher.id, teacherName: 'Inés Ávila' });
    expect(await noticeKindsOf(community, teacher)).toEqual(['classes.given-to-you']);
    const lines = await community.db
      .selectFrom('auditLog')
      .select(['actorId', 'personId'])
      .where('act', '=', 'classes.schedule-class')
      .where('personId', '=', teacher.id)
      .execute();
    expect(lines).toEqual([{ actorId: admin.id, personId: teacher.id }]);
  });

  it('refuses a person who may not give classes, and a teacher who names another', async () => {
    await expect(schedule(admin, { ...form, teacherId: student.id })).toBeRefused(changeRefusals.notATeacher);
    await expect(schedule(teacher, { ...form, teacherId: admin.id })).toBeRefused(commonRefusals.notAllowed);
    expect((await schedule(teacher, { ...form, teacherId: teacher.id })).status).toBe(200);
  });
});

describe('scheduleClass', () => {
  it('refuses a class and a series for kids that have one seat', async () => {
    const forKids = { ...form, targetAudience: 'kid', maxStudents: 1 };
    const repeats = { weekdays: [2], until: null };
    for (const body of [forKids, { ...forKids, repeats }]) {
      await expect(schedule(teacher, body)).toBeRefused(scheduleRefusals.tooFewForKids);
      expect((await schedule(teacher, { ...body, maxStudents: 2 })).status).toBe(200);
    }
  });

  it('fills in the defaults of what the form leaves out', async () => {
    const { id, ...scheduled } = await answerOf(schedule(teacher, form), scheduleClass);
    expect(scheduled).toEqual({
      title: form.title,
      description: form.description,
      kind: 'class',
      startsAt: '2026-12-01T23:00:00.000Z',
      zone: 'America/Bogota',
      durationMinutes: 60,
      requiredTier: 'free',
      language: null,
      level: null,
      targetAudience: 'adult',
      maxStudents: 12,
      seatsTaken: 0,
      waitingCount: 0,
      status: 'scheduled',
      cancelReason: null,
      priceCents: 300,
      currency: 'USD',
      teacherId: teacher.id,
      teacherName: 'Inés Ávila',
      teacherImage: null,
      hasTeacherPage: true,
      teacherReviews: 0,
      teacherRating: null,
      hasMeetLink: false,
      meetLink: null,
      promptCard: null,
      version: 1,
      linkForCopies: null,
      calendar: 'syncing',
      lacksTeacher: false,
      rules: shownRules.parse(defaultRules),
      repeats: null,
      offer: null,
      rollClosedAt: null,
      allowed: {
        change: null,
        cancel: null,
        delete: null,
        repair: null,
        callRoll: 'classes/not-started',
        closeRoll: 'classes/not-started',
        addWalkIn: 'classes/not-started',
        enrolStudent: null,
        removeStudent: null,
        sendMessage: null,
        handOver: 'accounts/not-allowed',
        offer: null,
        offerSeries: 'classes/not-in-series',
      },
    });
    const events = await community.db.selectFrom('events').select('kind').where('subject', '=', id).execute();
    expect(events).toEqual([{ kind: 'classes.changed' }]);
  });

  it('stores what the form says', async () => {
    const full = {
      ...form,
      kind: 'club',
      zone: 'Europe/Madrid',
      durationMinutes: 45,
      requiredTier: 'vip',
      language: 'nah',
      level: 'advanced',
      targetAudience: 'kid',
      meetLink: 'https://meet.google.com/abc-defg-hij',
      priceCents: 450,
    };
    const { date, time, ...kept } = full;
    expect(await (await schedule(admin, full)).json()).toMatchObject({
      ...kept,
      startsAt: '2026-12-01T17:00:00.000Z',
      maxStudents: 6,
      hasMeetLink: true,
    });
    const own = await schedule(teacher, { ...form, maxStudents: 3 });
    expect(await own.json()).toMatchObject({ maxStudents: 3 });
  });

  it('accepts administrators and verified teachers only', async () => {
    const pending = await community.person({ role: 'teacher' });
    const before = await howManyClasses();
    await expect(schedule(null, form)).toBeRefused(commonRefusals.signInFirst);
    await expect(schedule(student, form)).toBeRefused(commonRefusals.notAllowed);
    await expect(schedule(pending, form)).toBeRefused(commonRefusals.notAllowed);
    expect(await howManyClasses()).toBe(before);
  });

  it('makes one class and gives one answer for the same idempotency key', async () => {
    const before = await howManyClasses();
    const twins = await Promise.all([1, 2, 3].map(() => schedule(teacher, form, 'one-and-the-same')));
    const [first, ...others] = await Promise.all(twins.map((answer) => answer.json()));
    expect(others).toEqual([first, first]);
    expect(await howManyClasses()).toBe(before + 1);
    const other = schedule(teacher, { ...form, time: '19:00' }, 'one-and-the-same');
    await expect(other).toBeRefused(keyTaken);
  });

  it('ignores fields that an organiser cannot set', async () => {
    const forged = { ...form, createdBy: student.id, seatsTaken: 5, status: 'done', id: student.id };
    const { id } = await answerOf(schedule(teacher, forged), scheduleClass);
    const row = await community.db
      .selectFrom('classes')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ createdBy: teacher.id, seatsTaken: 0, status: 'scheduled' });
    expect(id).not.toBe(student.id);
  });

  it('refuses an invalid form, and stores nothing', async () => {
    const before = await howManyClasses();
    const bad: Record<string, unknown>[] = [
      { title: '' },
      { title: '   ' },
      { title: 'x'.repeat(121) },
      { title: 'a\u0000b' },
      { title: 'a\u202eb' },
      { title: '\ud800' },
      { title: 'dos\nlíneas' },
      { title: ['a'] },
      { description: undefined },
      { description: 'x'.repeat(2001) },
      { date: '2027-02-30' },
      { date: '1/12/2026' },
      { date: 'infinity' },
      { date: '' },
      { time: '24:00' },
      { time: '18:60' },
      { time: '6:00' },
      { time: '18:00:00' },
      { zone: 'America/Macondo' },
      { zone: '-05:00' },
      { zone: '' },
      { durationMinutes: 9 },
      { durationMinutes: 481 },
      { durationMinutes: 60.5 },
      { durationMinutes: '60' },
      { requiredTier: 'gold' },
      { language: 'Inglés' },
      { level: 'beginner' },
      { targetAudience: 'everybody' },
      { kind: 'party' },
      { maxStudents: 0 },
      { maxStudents: -1 },
      { maxStudents: 501 },
      { maxStudents: 2 ** 53 },
      { meetLink: 'http://meet.example.org/abc' },
      { meetLink: 'javascript:alert(1)' },
      { meetLink: 'https://meet.google.com@example.org/abc' },
      { meetLink: 'meet.google.com/abc' },
      { meetLink: `https://meet.example.org/${'x'.repeat(500)}` },
    ];
    for (const wrong of bad) {
      const answer = schedule(teacher, { ...form, ...wrong });
      await expect(answer, JSON.stringify(wrong)).toBeRefused(commonRefusals.badInput);
    }
    for (const body of [[], 'a class', null, 5]) {
      await expect(schedule(teacher, body)).toBeRefused(commonRefusals.badInput);
    }
    expect(await howManyClasses()).toBe(before);
  });
});

describe('the time of a class', () => {
  it('is what the clocks of its zone show on that day', async () => {
    const summer = { ...form, date: '2027-07-15' };
    expect(await startOf(summer)).toBe('2027-07-15T23:00:00.000Z');
    expect(await startOf({ ...summer, zone: 'America/Mexico_City' })).toBe('2027-07-16T00:00:00.000Z');
    expect(await startOf({ ...summer, zone: 'America/New_York' })).toBe('2027-07-15T22:00:00.000Z');
    expect(await startOf({ ...form, zone: 'America/New_York' })).toBe('2026-12-01T23:00:00.000Z');
  });

  it('followed daylight saving in Mexico until October 2022', async () => {
    community.setNow(new Date('2022-03-01T12:00:00Z'));
    const inMexico = { ...form, zone: 'America/Mexico_City' };
    expect(await startOf({ ...inMexico, date: '2022-07-15' })).toBe('2022-07-15T23:00:00.000Z');
    expect(await startOf({ ...inMexico, date: '2022-11-15' })).toBe('2022-11-16T00:00:00.000Z');
    const skipped = schedule(teacher, { ...inMexico, date: '2022-04-03', time: '02:30' });
    await expect(skipped).toBeRefused(scheduleRefusals.noSuchTime);
    community.setNow(now);
  });

  it('is refused where the clocks of New York skip it, and means the first instant where they show it twice', async () => {
    const inNewYork = { ...form, zone: 'America/New_York' };
    const skipped = schedule(teacher, { ...inNewYork, date: '2027-03-14', time: '02:30' });
    await expect(skipped).toBeRefused(scheduleRefusals.noSuchTime);
    expect(await startOf({ ...inNewYork, date: '2027-11-07', time: '01:30' })).toBe(
      '2027-11-07T05:30:00.000Z',
    );
  });

  it('is refused in the past, to the minute', async () => {
    // It is 05:00 in Bogota.
    const today = (change: object) => schedule(teacher, { ...form, date: '2026-11-20', ...change });
    for (const past of [{ time: '04:59' }, { time: '05:00' }, { date: '1900-01-01' }])
      await expect(today(past)).toBeRefused(scheduleRefusals.inThePast);
    expect((await today({ time: '05:30', zone: 'America/New_York' })).status).toBe(200);
    expect(await startOf({ ...form, date: '2026-11-20', time: '05:01' })).toBe('2026-11-20T10:01:00.000Z');
  });
});
