import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ageGroups } from '#shared/actor.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { insertClass, insertSeats, minutesFromNow, now } from '../../testing/class-scene.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import type { ClassCard, ManagedClass } from './contract.ts';
import { may, type Subject } from './permissions.ts';

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
});

type Page<Item> = { items: Item[]; nextCursor: string | null };

const get = (person: Person | null, path: string) => community.request(person, 'GET', path);

async function read<Answer>(person: Person | null, path: string): Promise<Answer> {
  const answer = await get(person, path);
  expect(answer.status, path).toBe(200);
  return answer.json() as Promise<Answer>;
}
const list = (person: Person, query = '') => read<Page<ClassCard>>(person, `/api/classes${query}`);
const titles = async (person: Person, query = '') =>
  (await list(person, query)).items.map(({ title }) => title);

const enrol = (person: Person, id: string) => insertSeats(community.db, id, person);

describe('the list', () => {
  it('shows by start what has not ended', async () => {
    const { db } = community;
    await insertClass(db, teacher, { title: 'later', startsAt: minutesFromNow(90) });
    await insertClass(db, teacher, { title: 'soon', startsAt: minutesFromNow(5) });
    await insertClass(db, teacher, { title: 'on', startsAt: minutesFromNow(-59) });
    await insertClass(db, teacher, { title: 'over', startsAt: minutesFromNow(-60) });
    await insertClass(db, teacher, { title: 'long', startsAt: minutesFromNow(-479), durationMinutes: 480 });
    expect(await titles(student)).toEqual(['long', 'on', 'soon', 'later']);
  });

  it('tells of each class what a screen needs, and nothing else', async () => {
    await community.db
      .updateTable('teacherProfiles')
      .set({ averageRating: 4.75 })
      .where('userId', '=', teacher.id)
      .execute();
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
          status: 'scheduled',
          cancelReason: null,
          priceCents: 300,
          currency: 'USD',
          teacherName: 'Inés Ávila',
          teacherRating: 4.75,
          hasMeetLink: true,
          meetLink: null,
          isEnrolled: false,
          heldUntil: null,
          isPaid: false,
          attended: null,
          myReview: null,
          allowed: { enrol: 'classes/tier-too-low', leave: null, review: 'classes/not-attended' },
        },
      ],
      nextCursor: null,
    });
  });

  it('says of each class whether enrolling and leaving would work', async () => {
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
    const said = new Map(
      items.map(({ id, isEnrolled, allowed: { enrol, leave } }) => [id, { isEnrolled, enrol, leave }]),
    );
    const begun = 'classes/already-started';
    expect(said.get(open)).toEqual({ isEnrolled: false, enrol: null, leave: null });
    expect(said.get(full)).toEqual({ isEnrolled: false, enrol: 'classes/full', leave: null });
    expect(said.get(mine)).toEqual({ isEnrolled: true, enrol: null, leave: null });
    expect(said.get(on)).toEqual({ isEnrolled: false, enrol: begun, leave: null });
    expect(said.get(mineAndOn)).toEqual({ isEnrolled: true, enrol: null, leave: begun });
  });

  it('never shows an adult’s class to a kid, nor a kid’s to an adult', async () => {
    const forAdults = await insertClass(community.db, teacher, { title: 'adults' });
    const forKids = await insertClass(community.db, teacher, { title: 'kids', targetAudience: 'kid' });
    // However they came to have a seat.
    await enrol(kid, forAdults);
    await enrol(student, forKids);
    expect(await titles(student)).toEqual(['adults']);
    expect(await titles(kid)).toEqual(['kids']);
    expect(await titles(admin)).toEqual(['adults', 'kids']);
  });

  it('holds exactly the classes its reader may see, whoever they are', async () => {
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
      for (const { id } of seats) await enrol(reader, id);
      const { actor } = await community.ctxFor(reader);
      const seen = rows.filter((row) => {
        const subject = { ...(row as typeof row & Subject), isEnrolled: seats.includes(row) };
        return may(actor, 'see', subject) === null;
      });
      const listed = (await list(reader)).items.map(({ id }) => id);
      expect(listed).toEqual(seen.map(({ id }) => id));
    }
  });

  it('fills a window of a calendar, past days too, and narrows to a kind', async () => {
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

  it('comes in pages that repeat and skip nothing, though many start at once', async () => {
    await sql`insert into classes (title, description, starts_at, created_by)
      select 'Clase ' || n, '…', ${now}::timestamptz + (n / 40) * interval '1 hour' + interval '1.000456 s', ${teacher.id}
      from generate_series(1, 130) n`.execute(community.db);
    const all = (await list(student, '?limit=200')).items.map(({ id }) => id);
    expect(new Set(all).size).toBe(130);
    const paged: string[] = [];
    let cursor: string | null = null;
    const sizes: number[] = [];
    do {
      const page: Page<ClassCard> = await list(student, cursor ? `?cursor=${cursor}` : '');
      sizes.push(page.items.length);
      paged.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(sizes).toEqual([50, 50, 30]);
    expect(paged).toEqual(all);
  });

  it('refuses windows and pages it cannot read', async () => {
    const forged = btoa(JSON.stringify(['2026-11-20T10:00:00.000Z', 'x']));
    const bad = [
      'cursor=x',
      `cursor=${forged}`,
      'from=ayer',
      'to=2026-02-30T00:00:00Z',
      'limit=0',
      'limit=201',
    ];
    for (const query of [...bad, 'limit=NaN', 'kind=party', 'from=infinity']) {
      await expect(get(student, `/api/classes?${query}`), query).toBeRefused(commonRefusals.badInput);
    }
    for (const query of ['from=0000-01-01T00:00:00Z', 'to=9999-12-31T23:59:59-12:00']) {
      expect((await list(student, `?${query}`)).items, query).toEqual([]);
    }
  });
});

describe('the meeting’s address', () => {
  it('is for the enrolled, the teacher and administrators, from a quarter of an hour before to the end', async () => {
    const startsAt = new Date('2026-11-20T18:00:00Z');
    const id = await insertClass(community.db, teacher, {
      startsAt,
      meetLink: 'https://meet.example.org/abc',
    });
    const enrolled = await community.person();
    await enrol(enrolled, id);
    const seenAt = async (person: Person, time: string) => {
      community.setNow(new Date(`2026-11-20T${time}Z`));
      const { meetLink, hasMeetLink } = await read<ClassCard>(person, `/api/classes/${id}`);
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

describe('today', () => {
  type Today = { day: string; zone: string; items: ClassCard[] };

  it('is the reader’s own day, from midnight to midnight in their zone', async () => {
    const { db } = community;
    const club = (title: string, startsAt: string) =>
      insertClass(db, teacher, { kind: 'club', title, startsAt: new Date(startsAt) });
    await club('last night in Mexico', '2026-11-20T05:59:00Z');
    await club('first in Mexico', '2026-11-20T06:00:00Z');
    await club('late in Mexico', '2026-11-21T05:59:00Z');
    await club('tomorrow in Mexico', '2026-11-21T06:00:00Z');
    await insertClass(db, teacher, { title: 'a class', startsAt: minutesFromNow(60) });
    const inMexico = await read<Today>(student, '/api/classes/today?kind=club');
    expect(inMexico).toMatchObject({ day: '2026-11-20', zone: 'America/Mexico_City' });
    expect(inMexico.items.map(({ title }) => title)).toEqual(['first in Mexico', 'late in Mexico']);

    const inTokyo = await community.person({ zone: 'Asia/Tokyo' });
    const there = await read<Today>(inTokyo, '/api/classes/today');
    expect(there).toMatchObject({ day: '2026-11-20', zone: 'Asia/Tokyo' });
    expect(there.items.map(({ title }) => title)).toEqual(['last night in Mexico', 'first in Mexico']);
    const classes = await read<Today>(student, '/api/classes/today?kind=class');
    expect(classes.items.map(({ title }) => title)).toEqual(['a class']);
  });

  it('shows a kid the clubs for kids', async () => {
    await insertClass(community.db, teacher, { kind: 'club', startsAt: minutesFromNow(60) });
    expect((await read<Today>(kid, '/api/classes/today')).items).toEqual([]);
  });
});

describe('one class', () => {
  it('of another age or language is not there', async () => {
    const forKids = await insertClass(community.db, teacher, { targetAudience: 'kid' });
    const german = await insertClass(community.db, teacher, { language: 'de' });
    const learnsFrench = await community.person({ languages: ['fr'] });
    await expect(get(student, `/api/classes/${forKids}`)).toBeRefused(commonRefusals.notFound);
    await expect(get(learnsFrench, `/api/classes/${german}`)).toBeRefused(commonRefusals.notFound);
    expect(await read(student, `/api/classes/${german}`)).toMatchObject({ id: german, language: 'de' });
    expect(await read(teacher, `/api/classes/${forKids}`)).toMatchObject({ id: forKids });
  });
});

describe('what one organises', () => {
  const managed = async (person: Person, query = '') => {
    const { items } = await read<Page<ManagedClass>>(person, `/api/classes/managed${query}`);
    return items.map(({ title }) => title);
  };

  it('is one’s own for a verified teacher and everything for an administrator, past and for any age', async () => {
    const { db } = community;
    await insertClass(db, teacher, { title: 'past', startsAt: minutesFromNow(-9999) });
    await insertClass(db, teacher, { title: 'kids', targetAudience: 'kid', language: 'nah' });
    await insertClass(db, colleague, { title: 'colleague’s' });
    expect(await managed(teacher)).toEqual(['past', 'kids']);
    expect(await managed(colleague)).toEqual(['colleague’s']);
    expect(await managed(admin)).toEqual(['past', 'kids', 'colleague’s']);
    expect(await managed(admin, `?from=${now.toISOString()}&limit=1`)).toEqual(['kids']);
  });

  it('comes with seats, rating and what may be removed', async () => {
    const id = await insertClass(community.db, teacher);
    await enrol(student, id);
    const { items } = await read<Page<ManagedClass>>(teacher, '/api/classes/managed');
    expect(items[0]).toMatchObject({ id, seatsTaken: 1, teacherRating: 4.75, allowed: { remove: null } });
    expect(Object.keys(items[0]!)).not.toContain('createdBy');
  });
});

it('reading takes a session, organising the right role', async () => {
  const pending = await community.person({ role: 'teacher' });
  const id = await insertClass(community.db, teacher);
  for (const path of ['', '/today', '/managed', `/${id}`]) {
    await expect(get(null, `/api/classes${path}`)).toBeRefused(commonRefusals.signInFirst);
  }
  for (const person of [student, pending, kid]) {
    await expect(get(person, '/api/classes/managed')).toBeRefused(commonRefusals.notAllowed);
  }
});
