import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findBroken } from '#server/db/find-broken.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import {
  type ClassScene,
  classScene,
  insertClass,
  insertPaidSeat,
  insertSeats,
  minutesFromNow,
  now,
} from '../../../testing/class-scene.ts';
import type { Community, Person } from '../../../testing/community.ts';
import { noticeKindsOf, noticesOf } from '../../../testing/rows/notices-of.ts';
import { closeRollByItself } from '../attendance/close-roll.ts';
import { classInvariants } from '../class-invariants.ts';
import { readClass, readOwnAbsences, readRoster } from '../contract.ts';

let scene: ClassScene;
let community: Community;
let teacher: Person;
beforeAll(async () => {
  scene = await classScene();
  ({ community, teacher } = scene);
});
afterEach(async () => {
  community.setNow(now);
  expect(await findBroken(community.db, classInvariants)).toEqual([]);
});
afterAll(() => community.close());

async function ask(person: Person, method: string, path: string, body?: unknown) {
  const answer = await community.request(person, method, path, body);
  const answered: unknown = await answer.json();
  return { status: answer.status, body: answered };
}
const get = (person: Person, path: string) => community.request(person, 'GET', `/api/classes${path}`);
const absencesOf = (person: Person) => answerOf(get(person, '/absences'), readOwnAbsences);
const cardOf = (person: Person, id: string) => answerOf(get(person, `/${id}`), readClass);

const mark = (id: string, person: Person, attended: boolean | null, by = teacher) =>
  ask(by, 'PUT', `/api/classes/${id}/attendance`, { marks: [{ userId: person.id, attended }] });
const close = (id: string) => ask(teacher, 'POST', `/api/classes/${id}/roll-closing`);
const note = (id: string, person: Person, body: unknown, by = teacher) =>
  ask(by, 'PUT', `/api/classes/${id}/absences/${person.id}`, body);
const explain = (id: string, person: Person, reason: string, words: string | null = null) =>
  ask(person, 'PUT', `/api/classes/${id}/absence`, { reason, words });
async function absenceOnRoll(id: string, person: Person) {
  const { items } = await answerOf(get(teacher, `/${id}/roster`), readRoster);
  return items.find(({ userId }) => userId === person.id)?.absence;
}

/** A club that began half an hour ago, with these people in it. */
async function begunWith(...people: Person[]): Promise<string> {
  const id = await insertClass(community.db, teacher, {
    kind: 'club',
    title: 'Club de cine',
    startsAt: minutesFromNow(-30),
    durationMinutes: 45,
    maxStudents: 20,
  });
  if (people.length > 0) await insertSeats(community.db, id, ...people);
  return id;
}

/** A club that these people missed; its roll is closed. */
async function missedBy(...people: Person[]): Promise<string> {
  const id = await begunWith(...people);
  for (const person of people) await mark(id, person, false);
  await close(id);
  return id;
}

describe('closing the roll of a club', () => {
  it.each([
    ['before the roll is closed', [mark, close]],
    ['after it', [close, mark]],
  ] as const)(
    'records no absence of a person who was added by mistake and marked as absent %s',
    async (_when, acts) => {
      const ana = await community.person();
      const id = await begunWith();
      expect((await ask(teacher, 'POST', `/api/classes/${id}/walk-ins`, { userId: ana.id })).status).toBe(
        200,
      );
      for (const act of acts) expect((await act(id, ana, false)).status).toBe(200);
      expect(await absencesOf(ana)).toMatchObject({ counted: 0, items: [] });
      expect(await noticeKindsOf(community, ana)).not.toContain('classes.missed');
      const refused = { status: 409, body: { code: 'classes/no-absence' } };
      expect(await note(id, ana, { reason: 'illness', excused: false })).toMatchObject(refused);
    },
  );

  it('records an absence of each student who did not come, once, and tells them how many count', async () => {
    const [ana, leo] = [await community.person(), await community.person()];
    const id = await begunWith(ana, leo);
    await mark(id, leo, true);
    expect((await absencesOf(ana)).items).toEqual([]);
    for (let turn = 0; turn < 2; turn++) await close(id);
    expect(await absencesOf(ana)).toMatchObject({
      counted: 1,
      items: [{ classId: id, how: 'missed', reason: null, excused: false }],
    });
    expect(await noticesOf(community, ana)).toEqual([
      {
        kind: 'classes.missed',
        detail: { title: 'Club de cine', count: 1, most: 3, days: 30 },
        link: `/classes?class=${id}&why=1`,
      },
    ]);
    expect((await absencesOf(leo)).items).toEqual([]);
    const card = await cardOf(ana, id);
    expect(card.myAbsence).toMatchObject({ how: 'missed', recordedAt: now.toISOString(), excused: false });
  });

  it('records none of a class, of a bought seat, or of a roll that was never called', async () => {
    const ana = await community.person();
    const aClass = await insertClass(community.db, teacher, { startsAt: minutesFromNow(-90) });
    await insertSeats(community.db, aClass, ana);
    await mark(aClass, ana, false);
    await close(aClass);
    const bought = await begunWith();
    await insertPaidSeat(community.db, { classId: bought, userId: ana.id });
    await close(bought);
    const uncalled = await begunWith(ana);
    community.setNow(minutesFromNow(3 * 24 * 60));
    await closeRollByItself.run(await community.ctxFor(), uncalled);
    expect((await absencesOf(ana)).items).toEqual([]);
  });

  it('records the absences of a roll that the server closes by itself', async () => {
    const [ana, leo] = [await community.person(), await community.person()];
    const id = await begunWith(ana, leo);
    await mark(id, leo, true);
    community.setNow(minutesFromNow(2 * 24 * 60));
    await closeRollByItself.run(await community.ctxFor(), id);
    expect(await absencesOf(ana)).toMatchObject({ counted: 1 });
  });

  it('records no absence of a student without a mark who came through Sumi, where the server closes the roll', async () => {
    const [ana, leo] = [await community.person(), await community.person()];
    const id = await begunWith(ana, leo);
    await sql`update class_enrollments set entered_at = ${now} where user_id = ${ana.id}`.execute(
      community.db,
    );
    await mark(id, leo, true);
    community.setNow(minutesFromNow(2 * 24 * 60));
    await closeRollByItself.run(await community.ctxFor(), id);
    expect((await absencesOf(ana)).items).toEqual([]);
    // The teacher who closes a roll is asked about those who came through Sumi, and decides.
    const asked = await begunWith(ana, leo);
    await sql`update class_enrollments set entered_at = ${now} where user_id = ${ana.id}`.execute(
      community.db,
    );
    await mark(asked, leo, true);
    await close(asked);
    expect((await absencesOf(ana)).items).toHaveLength(1);
  });

  it('pauses clubs with the third absence and says until when, instead of how many count', async () => {
    const ana = await community.person();
    for (let turn = 0; turn < 3; turn++) await missedBy(ana);
    const until = minutesFromNow(7 * 24 * 60).toISOString();
    expect(await absencesOf(ana)).toMatchObject({ counted: 3, pausedUntil: until });
    expect(await noticeKindsOf(community, ana)).toEqual([
      'classes.missed',
      'classes.missed',
      'classes.clubs-paused',
    ]);
  });

  /** A club that this student left late, and took a seat in again; it has begun. */
  async function leftAndTaken(ana: Person): Promise<string> {
    const id = await insertClass(community.db, teacher, { kind: 'club', startsAt: minutesFromNow(60) });
    await insertSeats(community.db, id, ana);
    await ask(ana, 'POST', `/api/classes/${id}/late-leaving`, { explanation: null });
    await ask(ana, 'POST', `/api/classes/${id}/enrolment`);
    community.setNow(minutesFromNow(61));
    return id;
  }

  it('keeps the one absence of a student who left late, took a seat again and did not come', async () => {
    const ana = await community.person();
    const id = await leftAndTaken(ana);
    await mark(id, ana, false);
    await close(id);
    expect(await absencesOf(ana)).toMatchObject({
      counted: 1,
      items: [{ how: 'left-late', recordedAt: now.toISOString() }],
    });
    expect(await noticeKindsOf(community, ana)).toEqual([]);
  });

  it('takes the absence of a student away who left late, took a seat again and came', async () => {
    const ana = await community.person();
    const id = await leftAndTaken(ana);
    await mark(id, ana, true);
    expect((await absencesOf(ana)).counted).toBe(1);
    await close(id);
    expect((await absencesOf(ana)).items).toEqual([]);
  });
});

describe('a mark that changes after the closing', () => {
  it('takes the absence, its notice and a pause away, and records it again', async () => {
    const ana = await community.person();
    const first = await missedBy(ana);
    await missedBy(ana);
    await missedBy(ana);
    expect((await absencesOf(ana)).pausedUntil).not.toBeNull();
    await mark(first, ana, true);
    expect(await absencesOf(ana)).toMatchObject({ counted: 2, pausedUntil: null });
    expect(await noticeKindsOf(community, ana)).toEqual(['classes.missed', 'classes.marked-present']);
    await mark(first, ana, false);
    expect(await absencesOf(ana)).toMatchObject({ counted: 3, pausedUntil: expect.any(String) });
  });

  it('leaves the absences of others in the same club, on an open roll and on a closed one', async () => {
    const [ana, leo] = [await community.person(), await community.person()];
    const open = await begunWith(ana, leo);
    for (const person of [ana, leo]) {
      await mark(open, person, false);
      await note(open, person, { reason: 'illness', excused: false });
    }
    await mark(open, ana, true);
    expect(await absenceOnRoll(open, leo)).toMatchObject({ reason: 'illness' });
    const closed = await missedBy(ana, leo);
    await mark(closed, ana, true);
    expect(await absenceOnRoll(closed, ana)).toBeNull();
    expect((await absencesOf(leo)).counted).toBe(1);
  });
});

describe('noteAbsence', () => {
  it('notes a reason on the open roll: a power cut is excused, so nothing counts and nothing is told', async () => {
    const [ana, leo] = [await community.person(), await community.person()];
    const id = await begunWith(ana, leo);
    expect(await note(id, ana, { reason: 'power', excused: false })).toMatchObject({
      status: 409,
      body: { code: 'classes/no-absence' },
    });
    for (const person of [ana, leo]) await mark(id, person, false);
    expect((await note(id, ana, { reason: 'power', excused: false })).status).toBe(200);
    expect((await note(id, leo, { reason: 'illness', excused: false })).status).toBe(200);
    expect(await absenceOnRoll(id, ana)).toEqual({
      how: 'missed',
      recordedAt: null,
      reason: 'power',
      words: null,
      reasonFrom: 'organiser',
      excused: true,
    });
    // The student sees it once it is recorded.
    expect((await absencesOf(ana)).items).toEqual([]);
    await close(id);
    expect(await absencesOf(ana)).toMatchObject({ counted: 0, items: [{ reason: 'power', excused: true }] });
    expect(await noticeKindsOf(community, ana)).toEqual([]);
    expect(await absencesOf(leo)).toMatchObject({ counted: 1, items: [{ reason: 'illness' }] });
    expect(await noticeKindsOf(community, leo)).toEqual(['classes.missed']);
  });

  it('forgets the note of the open roll when the student turns out to be there', async () => {
    const ana = await community.person();
    const id = await begunWith(ana);
    await mark(id, ana, false);
    await note(id, ana, { reason: 'illness', excused: false });
    await mark(id, ana, true);
    await mark(id, ana, false);
    expect(await absenceOnRoll(id, ana)).toBeNull();
  });

  it('excuses a recorded absence with one act on record, ends the pause and tells the student', async () => {
    const ana = await community.person();
    const ids = [await missedBy(ana), await missedBy(ana), await missedBy(ana)];
    expect((await note(ids[0]!, ana, { reason: null, excused: true }, scene.admin)).status).toBe(200);
    expect(await absencesOf(ana)).toMatchObject({ counted: 2, pausedUntil: null });
    expect(await noticeKindsOf(community, ana)).toEqual(['classes.missed', 'classes.absence-excused']);
    const acts = await community.db
      .selectFrom('auditLog')
      .select(['act', 'actorId', 'detail'])
      .where('personId', '=', ana.id)
      .execute();
    expect(acts).toEqual([
      {
        act: 'classes.excuse-absence',
        actorId: scene.admin.id,
        detail: { title: 'Club de cine', excused: true },
      },
    ]);
    await note(ids[0]!, ana, { reason: null, excused: false }, scene.admin);
    expect(await absencesOf(ana)).toMatchObject({ counted: 3, pausedUntil: expect.any(String) });
    expect((await noticeKindsOf(community, ana)).at(-1)).toBe('classes.clubs-paused');
  });

  it('is for the organisers of the club alone, and for its students', async () => {
    const [ana, other] = [
      await community.person(),
      await community.person({ role: 'teacher', verified: true }),
    ];
    const id = await missedBy(ana);
    const excuse = { reason: null, excused: true };
    expect((await note(id, ana, excuse, ana)).status).toBe(403);
    expect((await note(id, ana, excuse, other)).status).toBe(403);
    expect((await note(id, other, excuse)).status).toBe(404);
    expect((await absencesOf(ana)).counted).toBe(1);
  });
});

describe('explainAbsence', () => {
  it('excuses an absence by a power cut, and withdraws what was told', async () => {
    const ana = await community.person();
    const id = await missedBy(ana);
    expect(await explain(id, ana, 'power')).toMatchObject({ status: 200, body: { excused: true } });
    expect(await absencesOf(ana)).toMatchObject({ counted: 0, items: [{ reasonFrom: 'student' }] });
    expect(await noticeKindsOf(community, ana)).toEqual([]);
    expect(await absenceOnRoll(id, ana)).toMatchObject({
      reason: 'power',
      reasonFrom: 'student',
      excused: true,
    });
  });

  it('records another reason, which counts until the organiser excuses it, and ends a pause then', async () => {
    const ana = await community.person();
    for (let turn = 0; turn < 2; turn++) await missedBy(ana);
    const id = await missedBy(ana);
    expect(await explain(id, ana, 'other', 'Mi hija enfermó')).toMatchObject({
      status: 200,
      body: { reason: 'other', words: 'Mi hija enfermó', excused: false },
    });
    expect((await absencesOf(ana)).pausedUntil).not.toBeNull();
    expect(await absenceOnRoll(id, ana)).toMatchObject({ words: 'Mi hija enfermó' });
    await note(id, ana, { reason: 'other', excused: true });
    expect(await absencesOf(ana)).toMatchObject({
      pausedUntil: null,
      items: [{ words: 'Mi hija enfermó', excused: true }, {}, {}],
    });
    // What is excused is not explained away again.
    await explain(id, ana, 'work');
    expect(await absenceOnRoll(id, ana)).toMatchObject({ reason: 'other', excused: true });
  });

  it('tells the host once, until the absence is excused, and not of a reason that excuses by itself', async () => {
    const [ana, leo, sara] = [await community.person(), await community.person(), await community.person()];
    const [id, byPower, byBoth] = [await missedBy(ana), await missedBy(leo), await missedBy(ana, sara)];
    const toldOf = (classId: string) =>
      community.db
        .selectFrom('notifications')
        .select('link')
        .where('kind', '=', 'classes.absence-explained')
        .where('userId', '=', teacher.id)
        .where('about', '=', classId)
        .execute();
    await explain(id, ana, 'other', 'Mi hija enfermó');
    await explain(id, ana, 'work');
    await explain(byPower, leo, 'power');
    expect(await toldOf(id)).toEqual([{ link: `/admin/classes?class=${id}&tab=roll` }]);
    expect(await toldOf(byPower)).toEqual([]);
    const late = await insertClass(community.db, teacher, { kind: 'club', startsAt: minutesFromNow(60) });
    await insertSeats(community.db, late, leo);
    const explanation = { reason: 'illness', words: null };
    await ask(leo, 'POST', `/api/classes/${late}/late-leaving`, { explanation });
    expect(await toldOf(late)).toHaveLength(1);
    // What another student of the club said is not decided by it.
    await explain(byBoth, sara, 'work');
    await explain(byBoth, ana, 'work');
    await note(byBoth, ana, { reason: 'work', excused: true }, scene.admin);
    expect(await toldOf(byBoth)).toHaveLength(1);
  });

  it('explains the absence of the one who asks, and none of others in the same class', async () => {
    const people = [await community.person(), await community.person(), await community.person()] as const;
    const [ana, leo, sara] = people;
    const id = await begunWith(...people);
    await mark(id, ana, false);
    await mark(id, leo, false);
    await mark(id, sara, true);
    await close(id);
    // The last first: a statement that takes any absence of the class takes the first.
    expect(await explain(id, leo, 'other', 'Tuve guardia')).toMatchObject({ body: { reason: 'other' } });
    expect(await explain(id, ana, 'power')).toMatchObject({ status: 200, body: { reason: 'power' } });
    expect((await explain(id, sara, 'work')).body).toMatchObject({ code: 'classes/no-absence' });
    expect(await absenceOnRoll(id, leo)).toMatchObject({ words: 'Tuve guardia', excused: false });
    expect(await absenceOnRoll(id, ana)).toMatchObject({ reason: 'power', excused: true });
    // Each sees their own on the card of the class.
    const cards = await Promise.all(people.map((person) => cardOf(person, id)));
    expect(cards.map(({ myAbsence }) => myAbsence?.reason)).toEqual(['power', 'other', undefined]);
  });

  it('is refused where there is no absence, and hidden where there is no class for the reader', async () => {
    const [ana, kid] = [await community.person(), await community.person({ ageGroup: 'kid' })];
    const id = await begunWith(ana);
    expect((await explain(id, ana, 'power')).body).toMatchObject({ code: 'classes/no-absence' });
    expect((await explain(id, kid, 'power')).status).toBe(404);
  });
});
