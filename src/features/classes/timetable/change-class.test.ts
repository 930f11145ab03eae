import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import {
  classScene,
  insertClass,
  insertSeats,
  minutesFromNow,
  now,
  wrongSeats,
} from '../../../testing/class-scene.ts';
import type { Community, Person } from '../../../testing/community.ts';
import { changeRefusals, enrolRefusals, type ManagedClass, scheduleRefusals } from '../contract.ts';
import { eventIdOf } from '../rules.ts';

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
  const answer = await change(person, id, body);
  expect(answer.status).toBe(200);
  return (await answer.json()) as ManagedClass;
}

const enrol = (id: string, ...people: Person[]) => insertSeats(community.db, id, ...people);

const noticesOf = (person: Person) =>
  community.db
    .selectFrom('notifications')
    .select(['kind', 'detail', 'link'])
    .where('userId', '=', person.id)
    .orderBy('id')
    .execute();

const rowOf = (id: string) =>
  community.db.selectFrom('classes').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('changing a class', () => {
  it('changes what is said and leaves the rest', async () => {
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
      (name) => !named.includes(name) && !/^(calendar|version|updatedAt)/.test(name),
    );
    const of = (row: object) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => kept.includes(name)));
    expect(of(after)).toEqual(of(before));
    expect(after).toMatchObject({ version: 2, updatedAt: now, calendarEventId: eventIdOf(id) });
    const due = await community.db
      .selectFrom('dueWork')
      .select('dueAt')
      .where('subject', '=', eventIdOf(id))
      .execute();
    expect(due).toEqual([{ dueAt: now }]);
  });

  it('changes every field of the form', async () => {
    const id = await insertClass(community.db, teacher);
    const said = {
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
    const answer = await changed(id, { ...said, ...when, meetLink: link });
    expect(answer).toMatchObject({ ...said, startsAt: '2026-12-03T18:30:00.000Z', hasMeetLink: true });
    expect((await rowOf(id)).meetLink).toBe(link);
    expect((await changed(id, { meetLink: null, version: 2 })).hasMeetLink).toBe(false);
  });

  it('moves it by its own clock: a new day keeps the hour, a new zone keeps the day and the hour', async () => {
    const startsAt = new Date('2026-11-21T23:00:30.000Z');
    const id = await insertClass(community.db, teacher, { startsAt });
    const starts = async (body: object) => (await changed(id, body)).startsAt;
    // What was said of it in seconds stays as long as nobody says otherwise.
    expect(await starts({ zone: 'America/Bogota', title: 'La misma hora' })).toBe(startsAt.toISOString());
    expect(await starts({ date: '2026-12-01', version: 2 })).toBe('2026-12-01T23:00:00.000Z');
    expect(await starts({ zone: 'Europe/Madrid', version: 3 })).toBe('2026-12-01T17:00:00.000Z');
    expect(await starts({ time: '07:15', version: 4 })).toBe('2026-12-01T06:15:00.000Z');
  });

  it('refuses a time that has passed and one that clocks skip', async () => {
    const id = await insertClass(community.db, teacher);
    await expect(change(teacher, id, { date: '2026-11-19' })).toBeRefused(scheduleRefusals.inThePast);
    const gap = { date: '2027-03-28', time: '02:30', zone: 'Europe/Madrid' };
    await expect(change(teacher, id, gap)).toBeRefused(scheduleRefusals.noSuchTime);
    expect((await rowOf(id)).version).toBe(1);
  });

  it('tells whoever has a seat when it moves, and only then', async () => {
    const other = await community.person();
    const id = await insertClass(community.db, teacher, { title: 'Club de cine' });
    await enrol(id, student, other);
    await changed(id, { title: 'Club de series', maxStudents: 5 });
    expect(await noticesOf(student)).toEqual([]);
    await changed(id, { time: '11:00', zone: 'UTC', version: 2 });
    const told = {
      kind: 'classes.moved',
      detail: {
        title: 'Club de series',
        startsAt: '2026-11-21T11:00:00.000Z',
        before: minutesFromNow(24 * 60).toISOString(),
      },
      link: '/classes',
    };
    expect(await noticesOf(student)).toEqual([told]);
    expect(await noticesOf(other)).toEqual([told]);
    expect(await noticesOf(teacher)).toEqual([]);
  });

  it('never leaves fewer seats than people, nor people of another age', async () => {
    const id = await insertClass(community.db, teacher, { maxStudents: 5 });
    await enrol(id, student, await community.person(), await community.person());
    const tooFew = await change(teacher, id, { maxStudents: 2 });
    await expect(tooFew).toBeRefused(changeRefusals.seatsTaken, { taken: 3 });
    await expect(change(teacher, id, { targetAudience: 'kid' })).toBeRefused(changeRefusals.hasStudents);
    expect((await changed(id, { maxStudents: 3, targetAudience: 'adult' })).maxStudents).toBe(3);
    expect(await wrongSeats(community.db)).toEqual([]);
  });

  it('somebody who looked at an older version is told, and changes nothing', async () => {
    const id = await insertClass(community.db, teacher);
    const bodies = Array.from({ length: 10 }, (_, turn) => ({ title: `Título ${turn}` }));
    const answers = await Promise.all(
      bodies.map((body, turn) => change(turn % 2 ? teacher : admin, id, body)),
    );
    const codes = await Promise.all(
      answers.map(async (answer) => ((await answer.json()) as { code?: string }).code ?? 'changed'),
    );
    expect(codes.sort()).toEqual(['changed', ...Array(9).fill('classes/changed-meanwhile')]);
    expect((await rowOf(id)).version).toBe(2);
    // A seat taken meanwhile is no other version.
    await enrol(id, student);
    await changed(id, { title: 'Otra vez', version: 2 });
  });

  it('ends when it starts, and with its cancellation', async () => {
    const begun = await insertClass(community.db, teacher, { startsAt: now });
    await expect(change(teacher, begun, { title: 'Tarde' })).toBeRefused(enrolRefusals.alreadyStarted);
    const cancelled = await insertClass(community.db, teacher, { status: 'cancelled', cancelledAt: now });
    await expect(change(admin, cancelled, { title: 'Tarde' })).toBeRefused(enrolRefusals.cancelled);
  });

  it('is for its teacher and administrators, whose act is on record', async () => {
    const id = await insertClass(community.db, teacher);
    const colleague = await community.person({ role: 'teacher', verified: true });
    const pending = await community.person({ role: 'teacher' });
    await expect(change(null, id, {})).toBeRefused(commonRefusals.signInFirst);
    for (const person of [student, pending, colleague]) {
      await expect(change(person, id, {})).toBeRefused(commonRefusals.notAllowed);
    }
    await changed(id, { title: 'De la administración' }, admin);
    await changed(id, { title: 'De su profesora', version: 2 });
    const acts = await community.db.selectFrom('auditLog').selectAll().where('subject', '=', id).execute();
    expect(acts).toMatchObject([
      { act: 'classes.change-class', actorId: admin.id, personId: teacher.id, detail: { fields: ['title'] } },
    ]);
  });

  it('takes no field that is not the organiser’s, and none that cannot be read', async () => {
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
