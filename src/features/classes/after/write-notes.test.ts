import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { classScene, insertClass, insertSeats, minutesFromNow } from '../../../testing/class-scene.ts';
import type { Community, Person } from '../../../testing/community.ts';
import { raceForTable } from '../../../testing/races/race.ts';
import { noticeKindsOf, noticesOf } from '../../../testing/rows/notices-of.ts';
import {
  attendanceRefusals,
  type ClassCard,
  changeRefusals,
  enrolRefusals,
  readClass,
  readNotes,
} from '../contract.ts';

let community: Community;
let teacher: Person;
let admin: Person;
beforeAll(async () => {
  ({ community, teacher, admin } = await classScene({ poolSize: 20 }));
});
afterAll(() => community.close());

const words = {
  notes: 'Vimos los phrasal verbs.\nTarea: la página 12.',
  phrases: [
    { phrase: 'break the ice', meaning: 'romper el hielo' },
    { phrase: 'call it a day', meaning: 'dejarlo por hoy' },
  ],
};

const write = (person: Person | null, id: string, body: object = {}) =>
  community.request(person, 'PUT', `/api/classes/${id}/notes`, { ...words, version: 0, ...body });
const read = (person: Person | null, id: string) =>
  community.request(person, 'GET', `/api/classes/${id}/notes`);
const notesFor = (person: Person, id: string) => answerOf(read(person, id), readNotes);

async function mark(id: string, ...marks: [Person, boolean | null][]): Promise<void> {
  const body = { marks: marks.map(([{ id: userId }, attended]) => ({ userId, attended })) };
  expect((await community.request(teacher, 'PUT', `/api/classes/${id}/attendance`, body)).status).toBe(200);
}

const close = (id: string) => community.request(teacher, 'POST', `/api/classes/${id}/roll-closing`);

/** A class that began half an hour ago, with these people in it. */
async function begunWith(...people: Person[]): Promise<string> {
  const id = await insertClass(community.db, teacher, {
    startsAt: minutesFromNow(-30),
    title: 'Club de cine',
  });
  if (people.length > 0) await insertSeats(community.db, id, ...people);
  return id;
}

/** The coins that each of those notices tells of. */
const earned = async (person: Person) =>
  (await noticesOf(community, person)).map(({ detail }) => (detail as { earned?: number }).earned);

describe('writeNotes', () => {
  it('keeps notes and phrases in their order for a student who is marked as present', async () => {
    const ana = await community.person();
    const id = await begunWith(ana);
    await mark(id, [ana, true]);
    expect((await write(teacher, id)).status).toBe(200);
    expect(await notesFor(ana, id)).toMatchObject({
      ...words,
      version: 1,
      allowed: { write: commonRefusals.notAllowed.code },
    });
    expect(await notesFor(teacher, id)).toMatchObject({ ...words, version: 1, allowed: { write: null } });
  });

  it('tells students who are present once, whatever is changed later', async () => {
    const ana = await community.person();
    const leo = await community.person();
    const id = await begunWith(ana, leo);
    await mark(id, [ana, true], [leo, false]);
    await write(teacher, id);
    await write(teacher, id, { version: 1, notes: 'Otra cosa.' });
    expect(await noticeKindsOf(community, ana)).toEqual(['classes.notes-written']);
    expect(await noticeKindsOf(community, leo)).toEqual([]);
  });

  it('tells students of notes that were written before the roll was closed when it is, in the place of the other notice', async () => {
    const ana = await community.person();
    const leo = await community.person();
    const id = await begunWith(ana, leo);
    await mark(id, [leo, true]);
    await write(teacher, id);
    await mark(id, [ana, true]);
    expect(await noticeKindsOf(community, ana)).toEqual([]);
    await close(id);
    expect(await noticeKindsOf(community, ana)).toEqual(['classes.notes-written']);
    expect(await noticeKindsOf(community, leo)).toEqual(['classes.notes-written', 'classes.review-wanted']);
    expect([await earned(ana), await earned(leo)]).toEqual([[25], [undefined, 25]]);
  });

  it('tells a student whose mark is corrected after the roll was closed', async () => {
    const ana = await community.person();
    const id = await begunWith(ana);
    await mark(id, [ana, false]);
    await close(id);
    await write(teacher, id);
    expect(await noticeKindsOf(community, ana)).toEqual([]);
    await mark(id, [ana, true]);
    expect(await noticeKindsOf(community, ana)).toEqual(['classes.marked-present', 'classes.notes-written']);
    expect(await earned(ana)).toEqual([25, undefined]);
  });

  it('refuses a version that is not the last one, and changes nothing', async () => {
    const id = await begunWith();
    await write(teacher, id);
    await expect(write(admin, id, { notes: 'Lo mío.' })).toBeRefused(changeRefusals.changedMeanwhile);
    await expect(write(admin, id, { notes: 'Lo mío.', version: 2 })).toBeRefused(
      changeRefusals.changedMeanwhile,
    );
    expect(await notesFor(teacher, id)).toMatchObject({ ...words, version: 1 });
  });

  /** Eight organisers write the first notes of a class: each has begun before one of them has written. */
  const writeTogether = (id: string) =>
    raceForTable(community.db, 'classNotes', () =>
      Array.from({ length: 8 }, (_, n) => write(n % 2 === 0 ? teacher : admin, id, { notes: `Nota ${n}` })),
    );
  const stored = (outcomes: Awaited<ReturnType<typeof writeTogether>>) =>
    outcomes.filter((one) => one.status === 'fulfilled' && one.value.status === 200);

  it('stores one of many notes that organisers write at the same time', async () => {
    const ana = await community.person();
    const id = await begunWith(ana);
    await mark(id, [ana, true]);
    expect(stored(await writeTogether(id))).toHaveLength(1);
    expect((await notesFor(ana, id)).version).toBe(1);
    expect(await noticeKindsOf(community, ana)).toEqual(['classes.notes-written']);
  });

  it('the control: stores all of them without the primary key', async () => {
    const id = await begunWith();
    await sql`alter table class_notes drop constraint class_notes_pkey`.execute(community.db);
    expect(stored(await writeTogether(id))).toHaveLength(8);
    await sql`delete from class_notes where class_id = ${id}`.execute(community.db);
    await sql`alter table class_notes add primary key (class_id)`.execute(community.db);
  });

  it('empties notes, which students then no longer find', async () => {
    const ana = await community.person();
    const id = await begunWith(ana);
    await mark(id, [ana, true]);
    await write(teacher, id);
    const card = () => answerOf(community.request(ana, 'GET', `/api/classes/${id}`), readClass);
    expect((await card()).hasNotes).toBe(true);
    expect((await write(teacher, id, { version: 1, notes: null, phrases: [] })).status).toBe(200);
    expect((await card()).hasNotes).toBe(false);
    expect(await notesFor(ana, id)).toMatchObject({ notes: null, phrases: [], version: 2 });
  });

  it('writes an administrator’s change of another teacher’s notes to the audit log, and no teacher’s own', async () => {
    const id = await begunWith();
    await write(teacher, id);
    await write(admin, id, { version: 1 });
    const acts = await community.db
      .selectFrom('auditLog')
      .select(['actorId', 'act', 'personId'])
      .where('subject', '=', id)
      .execute();
    expect(acts).toEqual([{ actorId: admin.id, act: 'classes.write-notes', personId: teacher.id }]);
  });

  it('refuses notes of a class that has not begun or was cancelled, and what is empty, too long or too many', async () => {
    const coming = await insertClass(community.db, teacher);
    await expect(write(teacher, coming)).toBeRefused(attendanceRefusals.notStarted);
    const cancelled = await insertClass(community.db, teacher, {
      startsAt: minutesFromNow(-30),
      status: 'cancelled',
      cancelledAt: minutesFromNow(-60),
    });
    await expect(write(teacher, cancelled)).toBeRefused(enrolRefusals.cancelled);
    const id = await begunWith();
    for (const body of [
      { notes: null, phrases: [] },
      { notes: 'x'.repeat(4001) },
      { phrases: [{ phrase: 'break the ice', meaning: ' ' }] },
      { phrases: Array(41).fill(words.phrases[0]) },
    ]) {
      await expect(write(teacher, id, body)).toBeRefused(commonRefusals.badInput);
    }
    expect((await notesFor(teacher, id)).version).toBe(0);
  });
});

describe('readNotes', () => {
  it('refuses students who are marked as absent, who have no mark, no seat or a held one, and other teachers', async () => {
    const [absent, unmarked, held, outsider] = await Promise.all(
      Array.from({ length: 4 }, () => community.person()),
    );
    const id = await begunWith(absent!, unmarked!, held!);
    await mark(id, [absent!, false]);
    await community.db
      .updateTable('classEnrollments')
      .set({ heldUntil: minutesFromNow(30), attended: true, markedAt: minutesFromNow(0) })
      .where('userId', '=', held!.id)
      .execute();
    await write(teacher, id);
    const another = await community.person({ role: 'teacher', verified: true });
    for (const person of [absent!, unmarked!, held!, outsider!, another]) {
      await expect(read(person, id)).toBeRefused(attendanceRefusals.notAttended);
    }
    await expect(read(null, id)).toBeRefused(commonRefusals.signInFirst);
  });

  it('refuses the teacher of the class once their approval is revoked', async () => {
    const revoked = await community.person({ role: 'teacher', verified: true });
    const id = await insertClass(community.db, revoked, { startsAt: minutesFromNow(-30) });
    expect((await write(revoked, id)).status).toBe(200);
    await community.db
      .updateTable('teacherProfiles')
      .set({ verificationStatus: 'rejected' })
      .where('userId', '=', revoked.id)
      .execute();
    // The server hears of it with a notification of the database.
    await expect.poll(async () => (await read(revoked, id)).status).toBe(403);
    await expect(read(revoked, id)).toBeRefused(attendanceRefusals.notAttended);
    await expect(write(revoked, id, { version: 1 })).toBeRefused(commonRefusals.notAllowed);
  });

  it('answers 404 to a student who was there and whose account is a kid’s now, and shows them no notes', async () => {
    const ana = await community.person();
    const id = await begunWith(ana);
    await mark(id, [ana, true]);
    await write(teacher, id);
    await sql`update profiles set age_group = 'kid' where user_id = ${ana.id}`.execute(community.db);
    await expect(read(ana, id)).toBeRefused(commonRefusals.notFound);
    const past = await (await community.request(ana, 'GET', '/api/classes?seats=mine')).json();
    expect(past.items.filter(({ hasNotes }: ClassCard) => hasNotes)).toEqual([]);
  });
});

describe('notes as a thing to report', () => {
  const report = (person: Person, subject: string) =>
    community.request(person, 'POST', '/api/reports', { kind: 'notes', subject, reason: 'harmful' });

  it('are reported by a student who reads them, and by no other', async () => {
    const ana = await community.person();
    const id = await begunWith(ana);
    await mark(id, [ana, true]);
    await expect(report(ana, id)).toBeRefused(commonRefusals.notFound);
    await write(teacher, id);
    await expect(report(await community.person(), id)).toBeRefused(commonRefusals.notFound);
    expect((await report(ana, id)).status).toBe(200);
    const queue = await (await community.request(admin, 'GET', '/api/reports')).json();
    expect(queue.items).toEqual([
      expect.objectContaining({
        kind: 'notes',
        subject: id,
        title: 'Club de cine',
        link: `/admin/classes?class=${id}&tab=notes`,
        isShown: true,
      }),
    ]);
  });
});
