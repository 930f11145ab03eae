import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ageGroups } from '#shared/actor.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import {
  defaultRules,
  insertAttendance,
  insertClass,
  insertSeats,
  minutesFromNow,
  now,
} from '../../../testing/class-scene.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { listClasses, listManagedClasses, listTodaysClasses, readClass } from '../contract.ts';
import { may, type Subject } from '../permissions.ts';
import { shownRules } from '../set-rules/class-rules.ts';

let community: Community;
let teacher: Person;
let colleague: Person;
let student: Person;
let kid: Person;
let admin: Person;
beforeAll(async () => {
  community = await newCommunity();
  teacher = await community.person({ role: 'teacher', verified: true, name: 'Inés Ávila' });
  colleague = await community.person({ role: 'teacher', verified: true });
  student = await community.person();
  kid = await community.person({ ageGroup: 'kid' });
  admin = await community.person({ role: 'admin' });
});
afterAll(() => community.close());
beforeEach(async () => {
  community.setNow(now);
  await sql`delete from classes`.execute(community.db);
  // The learning time of those classes.
  await sql`update profiles set total_learning_seconds = 0`.execute(community.db);
});

/** Four students rate the teacher, for a class three days ago. */
async function rateTeacher(): Promise<void> {
  const startsAt = minutesFromNow(-3 * 24 * 60);
  const classId = await insertClass(community.db, teacher, { startsAt, rollClosedAt: now });
  for (const rating of [5, 5, 5, 4]) {
    const { id: userId } = await community.person();
    await insertAttendance(community.db, { classId, markedBy: teacher.id }, { id: userId });
    const review = { classId, userId, teacherId: teacher.id, rating };
    await community.db.insertInto('classReviews').values(review).execute();
  }
}

const get = (person: Person | null, path: string) => community.request(person, 'GET', path);

const list = (person: Person, query = '') => answerOf(get(person, `/api/classes${query}`), listClasses);
const read = (person: Person, id: string) => answerOf(get(person, `/api/classes/${id}`), readClass);
const listManaged = (person: Person, query = '') =>
  answerOf(get(person, `/api/classes/managed${query}`), listManagedClasses);
const titles = async (person: Person, query = '') =>
  (await list(person, query)).items.map(({ title }) => title);

const enrol = (person: Person, id: string) => insertSeats(community.db, id, person);
/** The same for a class that was for the other age group when the person took the seat. */
async function enrolBefore(person: Person, id: string): Promise<void> {
  const { db } = community;
  const { targetAudience } = await db
    .selectFrom('classes')
    .select('targetAudience')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { ageGroup } = await db
    .selectFrom('profiles')
    .select('ageGroup')
    .where('userId', '=', person.id)
    .executeTakeFirstOrThrow();
  await db.updateTable('classes').set({ targetAudience: ageGroup }).where('id', '=', id).execute();
  await enrol(person, id);
  await db.updateTable('classes').set({ targetAudience }).where('id', '=', id).execute();
}

describe('listClasses', () => {
  it('answers the classes of the reader’s day, also ended ones, and all later ones, by start', async () => {
    const { db } = community;
    await insertClass(db, teacher, { title: 'later', startsAt: minutesFromNow(90) });
    await insertClass(db, teacher, { title: 'soon', startsAt: minutesFromNow(5) });
    await insertClass(db, teacher, { title: 'on', startsAt: minutesFromNow(-59) });
    await insertClass(db, teacher, { title: 'over today', startsAt: minutesFromNow(-61) });
    await insertClass(db, teacher, { title: 'over yesterday', startsAt: minutesFromNow(-241) });
    await insertClass(db, teacher, { title: 'long', startsAt: minutesFromNow(-479), durationMinutes: 480 });
    expect(await titles(student)).toEqual(['long', 'over today', 'on', 'soon', 'later']);
  });

  it('answers exactly the fields that a screen needs', async () => {
    await rateTeacher();
    const id = await insertClass(community.db, teacher, {
      kind: 'club',
      language: 'en',
      level: 'basic',
      requiredTier: 'premium',
      maxStudents: 6,
      meetLink: 'https://meet.example.org/abc',
    });
    expect(await list(student)).toEqual({
      items: [
        {
          id,
          kind: 'club',
          title: 'Conversación en inglés',
          description: 'Hablamos de la semana.',
          startsAt: '2026-11-21T10:00:00.000Z',
          zone: 'America/Bogota',
          durationMinutes: 60,
          requiredTier: 'premium',
          language: 'en',
          level: 'basic',
          targetAudience: 'adult',
          maxStudents: 6,
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
          teacherRating: 4.75,
          teacherReviews: 4,
          hasMeetLink: true,
          hasNotes: false,
          hasMessages: false,
          meetLink: null,
          promptCard: null,
          isEnrolled: false,
          heldUntil: null,
          waitingPlace: null,
          isPaid: false,
          ...{ movedSincePaid: false, lacksTeacher: false, planEndsAt: null },
          leavesFreeUntil: null,
          rules: shownRules.parse(defaultRules),
          myAbsence: null,
          ...{ pausedUntil: null, bookedUpUntil: null },
          attended: null,
          myReview: null,
          allowed: {
            enrol: 'classes/tier-too-low',
            buy: null,
            leave: null,
            wait: 'classes/not-full',
            review: 'classes/not-attended',
          },
        },
      ],
      nextCursor: null,
    });
  });

  it('says of each class whether the student can enrol and leave', async () => {
    const { db } = community;
    const open = await insertClass(db, teacher, { title: 'open' });
    const full = await insertClass(db, teacher, { title: 'full', maxStudents: 1 });
    const mine = await insertClass(db, teacher, { title: 'mine', maxStudents: 1 });
    const on = await insertClass(db, teacher, { title: 'on', startsAt: minutesFromNow(-5) });
    const mineAndOn = await insertClass(db, teacher, { title: 'mine and on', startsAt: minutesFromNow(-5) });
    await enrol(admin, full);
    await enrol(student, mine);
    await enrol(student, mineAndOn);
    const { items } = await list(student);
    const shown = new Map(
      items.map(({ id, isEnrolled, allowed: { enrol, leave } }) => [id, { isEnrolled, enrol, leave }]),
    );
    const begun = 'classes/already-started';
    expect(shown.get(open)).toEqual({ isEnrolled: false, enrol: null, leave: null });
    expect(shown.get(full)).toEqual({ isEnrolled: false, enrol: 'classes/full', leave: null });
    expect(shown.get(mine)).toEqual({ isEnrolled: true, enrol: null, leave: null });
    expect(shown.get(on)).toEqual({ isEnrolled: false, enrol: begun, leave: null });
    expect(shown.get(mineAndOn)).toEqual({ isEnrolled: true, enrol: null, leave: begun });
  });

  it('never shows an adult class to a kid, nor a kids class to an adult', async () => {
    const forAdults = await insertClass(community.db, teacher, { title: 'adults' });
    const forKids = await insertClass(community.db, teacher, { title: 'kids', targetAudience: 'kid' });
    // A seat does not help, however the person got it.
    await enrolBefore(kid, forAdults);
    await enrolBefore(student, forKids);
    expect(await titles(student)).toEqual(['adults']);
    expect(await titles(kid)).toEqual(['kids']);
    expect(await titles(admin)).toEqual(['adults', 'kids']);
  });

  it('answers exactly the classes that permissions let each reader see', async () => {
    const { db } = community;
    for (const targetAudience of ageGroups) {
      for (const language of ['en', 'de', null] as const) {
        for (const createdBy of [teacher.id, colleague.id]) {
          await insertClass(db, teacher, { targetAudience, language, createdBy });
        }
      }
    }
    const readers = [student, kid, admin, teacher, colleague];
    for (const ageGroup of ['adult', 'kid'] as const) {
      for (const languages of [['en' as const], ['de' as const, 'fr' as const], ['nah' as const]]) {
        readers.push(await community.person({ ageGroup, languages }));
      }
    }
    const rows = await db.selectFrom('classes').selectAll().orderBy('startsAt').orderBy('id').execute();
    for (const [turn, reader] of readers.entries()) {
      const seats = rows.filter((_, index) => index % readers.length === turn);
      for (const { id } of seats) await enrolBefore(reader, id);
      const { actor } = await community.ctxFor(reader);
      const seen = rows.filter((row) => {
        const subject = { ...(row as typeof row & Subject), isEnrolled: seats.includes(row) };
        return may(actor, 'see', subject) === null;
      });
      const listed = (await list(reader, '?language=any')).items.map(({ id }) => id);
      expect(listed).toEqual(seen.map(({ id }) => id));
    }
  });

  it('answers a window of days, also past ones, and filters by kind', async () => {
    const { db } = community;
    const day = (date: string) => new Date(`${date}T05:00:00Z`);
    await insertClass(db, teacher, { title: 'october', startsAt: day('2026-10-31') });
    await insertClass(db, teacher, { title: 'first', startsAt: day('2026-11-01') });
    await insertClass(db, teacher, { title: 'club', kind: 'club', startsAt: day('2026-11-30') });
    await insertClass(db, teacher, { title: 'december', startsAt: day('2026-12-01') });
    const november = '?from=2026-11-01T00:00:00-05:00&to=2026-12-01T00:00:00-05:00';
    expect(await titles(student, november)).toEqual(['first', 'club']);
    expect(await titles(student, `${november}&kind=club`)).toEqual(['club']);
    expect(await titles(student, '?kind=class')).toEqual(['december']);
  });

  it('neither repeats nor skips a class between pages, though many start at once', async () => {
    await sql`insert into classes (title, description, starts_at, created_by)
      select 'Clase ' || n, '…', ${now}::timestamptz + (n / 40) * interval '1 hour' + interval '1.000456 s', ${teacher.id}
      from generate_series(1, 130) n`.execute(community.db);
    const all = (await list(student, '?limit=200')).items.map(({ id }) => id);
    expect(new Set(all).size).toBe(130);
    const paged: string[] = [];
    let cursor: string | null = null;
    const sizes: number[] = [];
    do {
      const page: AnswerOf<typeof listClasses> = await list(student, cursor ? `?cursor=${cursor}` : '');
      sizes.push(page.items.length);
      paged.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(sizes).toEqual([50, 50, 30]);
    expect(paged).toEqual(all);
  });

  it('refuses windows and cursors that it cannot read', async () => {
    const forged = btoa(JSON.stringify(['2026-11-20T10:00:00.000Z', 'x']));
    const bad = [
      'cursor=x',
      `cursor=${forged}`,
      'from=ayer',
      'to=2026-02-30T00:00:00Z',
      'from=0000-01-01T00:00:00Z',
      'to=9999-12-31T23:59:59-12:00',
      ...['limit=0', 'limit=201', 'limit=NaN'],
    ];
    for (const query of [...bad, 'kind=party', 'from=infinity']) {
      await expect(get(student, `/api/classes?${query}`), query).toBeRefused(commonRefusals.badInput);
    }
    for (const query of ['from=2999-12-31T23:59:59Z', 'to=1900-01-01T00:00:00Z'])
      expect((await list(student, `?${query}`)).items, query).toEqual([]);
  });
});

describe('the meeting link', () => {
  it('is shown to the enrolled, the teacher and administrators from 15 minutes before the start to the end', async () => {
    const startsAt = new Date('2026-11-20T18:00:00Z');
    const id = await insertClass(community.db, teacher, {
      startsAt,
      meetLink: 'https://meet.example.org/abc',
    });
    const enrolled = await community.person();
    await enrol(enrolled, id);
    const seenAt = async (person: Person, time: string) => {
      community.setNow(new Date(`2026-11-20T${time}Z`));
      const { meetLink, hasMeetLink } = await read(person, id);
      expect(hasMeetLink).toBe(true);
      return meetLink !== null;
    };
    for (const person of [enrolled, teacher, admin]) {
      expect(await seenAt(person, '17:44:59')).toBe(false);
      expect(await seenAt(person, '17:45:00')).toBe(true);
      expect(await seenAt(person, '18:59:59')).toBe(true);
      expect(await seenAt(person, '19:00:00')).toBe(false);
    }
    expect(await seenAt(student, '18:00:00')).toBe(false);
    expect(await seenAt(colleague, '18:00:00')).toBe(false);
  });
});

it('the meeting link is shown to the organisers of a class at any time until its end', async () => {
  const startsAt = new Date('2026-11-25T18:00:00Z');
  const meetLink = 'https://meet.example.org/abc';
  await insertClass(community.db, teacher, { startsAt, meetLink });
  for (const [time, shown] of [
    ['2026-11-20T10:00:00Z', meetLink],
    ['2026-11-25T18:59:59Z', meetLink],
    ['2026-11-25T19:00:00Z', null],
  ] as const) {
    community.setNow(new Date(time));
    for (const person of [teacher, admin]) {
      const { items } = await listManaged(person);
      expect(items.map((each) => each.meetLink)).toEqual([shown]);
    }
  }
});

describe('listTodaysClasses', () => {
  const today = (person: Person, query = '') =>
    answerOf(get(person, `/api/classes/today${query}`), listTodaysClasses);

  it('answers the own day of the reader, from midnight to midnight in their zone', async () => {
    const { db } = community;
    const club = (title: string, startsAt: string) =>
      insertClass(db, teacher, { kind: 'club', title, startsAt: new Date(startsAt) });
    await club('last night in Mexico', '2026-11-20T05:59:00Z');
    await club('first in Mexico', '2026-11-20T06:00:00Z');
    await club('late in Mexico', '2026-11-21T05:59:00Z');
    await club('tomorrow in Mexico', '2026-11-21T06:00:00Z');
    await insertClass(db, teacher, { title: 'a class', startsAt: minutesFromNow(60) });
    const inMexico = await today(student, '?kind=club');
    expect(inMexico).toMatchObject({
      day: '2026-11-20',
      zone: 'America/Mexico_City',
      endsAt: '2026-11-21T06:00:00.000Z',
    });
    expect(inMexico.items.map(({ title }) => title)).toEqual(['first in Mexico', 'late in Mexico']);

    const inTokyo = await community.person({ zone: 'Asia/Tokyo' });
    const there = await today(inTokyo);
    expect(there).toMatchObject({ day: '2026-11-20', zone: 'Asia/Tokyo' });
    expect(there.items.map(({ title }) => title)).toEqual(['last night in Mexico', 'first in Mexico']);
    const classes = await today(student, '?kind=class');
    expect(classes.items.map(({ title }) => title)).toEqual(['a class']);
  });

  it('shows a kid the clubs for kids', async () => {
    for (const targetAudience of ['adult', 'kid'] as const)
      await insertClass(community.db, teacher, { kind: 'club', startsAt: now, targetAudience });
    expect((await today(kid)).items).toMatchObject([{ targetAudience: 'kid' }]);
  });
});

describe('readClass', () => {
  it('answers 404 for a class of another age group and a class in any language', async () => {
    const forKids = await insertClass(community.db, teacher, { targetAudience: 'kid' });
    const german = await insertClass(community.db, teacher, { language: 'de' });
    const learnsFrench = await community.person({ languages: ['fr'] });
    await expect(get(student, `/api/classes/${forKids}`)).toBeRefused(commonRefusals.notFound);
    expect(await read(learnsFrench, german)).toMatchObject({ id: german, language: 'de' });
    expect(await read(teacher, forKids)).toMatchObject({ id: forKids });
  });
});

describe('listManagedClasses', () => {
  const managed = async (person: Person, query = '') => {
    const { items } = await listManaged(person, query);
    return items.map(({ title }) => title);
  };

  it('answers a verified teacher their own classes and an administrator all of them, past and for any age group', async () => {
    const { db } = community;
    await insertClass(db, teacher, { title: 'past', startsAt: minutesFromNow(-9999) });
    await insertClass(db, teacher, { title: 'kids', targetAudience: 'kid', language: 'nah' });
    await insertClass(db, colleague, { title: 'colleague’s' });
    expect(await managed(teacher)).toEqual(['past', 'kids']);
    expect(await managed(colleague)).toEqual(['colleague’s']);
    expect(await managed(admin)).toEqual(['past', 'kids', 'colleague’s']);
    expect(await managed(admin, `?from=${now.toISOString()}&limit=1`)).toEqual(['kids']);
  });

  it('answers seats, rating and whether a class can be deleted', async () => {
    await rateTeacher();
    const id = await insertClass(community.db, teacher);
    await enrol(student, id);
    const { items } = await listManaged(teacher);
    const item = items.find((one) => one.id === id);
    expect(item).toMatchObject({ seatsTaken: 1, teacherRating: 4.75, allowed: { delete: null } });
    expect(Object.keys(item!)).not.toContain('createdBy');
  });
});

it('the lists refuse visitors, and the managed list refuses students', async () => {
  const id = await insertClass(community.db, teacher);
  for (const path of ['', '/today', '/managed', `/${id}`]) {
    await expect(get(null, `/api/classes${path}`)).toBeRefused(commonRefusals.signInFirst);
  }
  for (const person of [student, await community.person({ role: 'teacher' }), kid]) {
    await expect(get(person, '/api/classes/managed')).toBeRefused(commonRefusals.notAllowed);
  }
});
