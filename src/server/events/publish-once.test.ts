import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scheduleClass } from '#features/classes/contract.ts';
import { copyWeek } from '#features/classes/series/copy-week.ts';
import { offerSeats } from '#features/classes/waiting/offer-seats.ts';
import { commitCupImport } from '#features/cup/import/commit-cup-import.ts';
import { notify } from '#features/notifications/notify.ts';
import { answerOf } from '../../testing/answers/answer-of.ts';
import {
  type ClassScene,
  classScene,
  insertClass,
  insertPaidSeat,
  insertSeats,
  minutesFromNow,
} from '../../testing/class-scene.ts';
import { draftBoard } from '../../testing/rows/publish-board.ts';

/*
 * A transaction tells the servers and the browsers what changed, and not how many rows did: an act on many rows writes
 * as many events as the same act on few. One NOTIFY serves all events of some milliseconds (`notify-listeners.ts`).
 */

let scene: ClassScene;
beforeAll(async () => {
  scene = await classScene({ people: many });
});
afterAll(() => scene.community.close());

const few = 2;
const many = 7;

type Act = () => Promise<unknown>;

const answered = async (answer: Promise<Response>) => expect((await answer).status).toBe(200);
const post = (path: string, body?: unknown, by = scene.teacher) =>
  answered(scene.community.request(by, 'POST', path, body));
const students = (rows: number) => scene.people.slice(0, rows);

const newClass = (facts: Parameters<typeof insertClass>[2] = {}) =>
  insertClass(scene.community.db, scene.teacher, { maxStudents: many, ...facts });

async function classWith(rows: number, facts: Parameters<typeof insertClass>[2] = {}): Promise<string> {
  const id = await newClass(facts);
  await insertSeats(scene.community.db, id, ...students(rows));
  return id;
}

/** A club that repeats on so many days of the week, for eight weeks, and the id of its first class. */
async function makeSeries(rows: number): Promise<string> {
  const form = { kind: 'club', title: 'Café', description: 'Hablamos.', date: '2026-11-23', time: '19:00' };
  const weekdays = Array.from({ length: rows }, (_, day) => day + 1);
  const body = { ...form, zone: 'America/Bogota', repeats: { weekdays, until: '2026-12-13' } };
  const { id } = await answerOf(
    scene.community.request(scene.teacher, 'POST', '/api/classes', body),
    scheduleClass,
  );
  return id;
}

/** Makes what an act needs, with so many rows, and answers the act. */
const acts: Record<string, (rows: number) => Promise<Act> | Act> = {
  async 'closing the roll of a class'(rows) {
    const id = await classWith(rows, { startsAt: minutesFromNow(-50), durationMinutes: 45 });
    const marks = students(rows).map(({ id: userId }) => ({ userId, attended: true }));
    const { community, teacher } = scene;
    await answered(community.request(teacher, 'PUT', `/api/classes/${id}/attendance`, { marks }));
    return () => post(`/api/classes/${id}/roll-closing`);
  },
  async 'marking the attendance of a class'(rows) {
    const id = await classWith(rows, { startsAt: minutesFromNow(-50), durationMinutes: 45 });
    const marks = students(rows).map(({ id: userId }) => ({ userId, attended: true }));
    return () =>
      answered(scene.community.request(scene.teacher, 'PUT', `/api/classes/${id}/attendance`, { marks }));
  },
  async 'cancelling a class with students'(rows) {
    const id = await classWith(rows);
    return () => post(`/api/classes/${id}/cancellation`, { reason: 'Estoy enferma.' });
  },
  async 'cancelling a class with paid seats'(rows) {
    const id = await newClass();
    for (const { id: userId } of students(rows)) {
      await insertPaidSeat(scene.community.db, { classId: id, userId });
    }
    return () => post(`/api/classes/${id}/cancellation`, { reason: 'Estoy enferma.' });
  },
  async 'offering free seats to those who wait'(rows) {
    const id = await newClass();
    const waiting = students(rows).map(({ id: userId }) => ({ classId: id, userId }));
    await scene.community.db.insertInto('classWaiting').values(waiting).execute();
    return async () => offerSeats.run(await scene.community.ctxFor(), id);
  },
  'making a series of classes': (rows) => () => makeSeries(rows),
  async 'cancelling a series of classes'(rows) {
    const id = await makeSeries(rows);
    return () => post(`/api/classes/${id}/series-cancellation`, { reason: 'Me mudo.', scope: 'all' });
  },
  async 'copying a week of classes'(rows) {
    const ids: string[] = [];
    for (let nth = 0; nth < rows; nth++) {
      const startsAt = new Date(`2026-12-0${nth + 1}T15:00:00Z`);
      ids.push(await insertClass(scene.community.db, scene.teacher, { startsAt }));
    }
    const ctx = await scene.community.ctxFor(scene.teacher);
    return () => copyWeek(ctx, { from: '2026-11-30', to: '2026-12-07', classIds: ids });
  },
  async 'suspending a student with seats'(rows) {
    const person = await scene.community.person();
    for (let nth = 0; nth < rows; nth++) {
      await insertSeats(scene.community.db, await insertClass(scene.community.db, scene.teacher), person);
    }
    const body = { reason: 'Insultos.' };
    return () => answered(scene.community.request(scene.admin, 'PUT', `/api/people/${person.id}/ban`, body));
  },
  async 'publishing a board of the cup'(rows) {
    const ctx = await scene.community.ctxFor(scene.admin);
    await scene.community.db.deleteFrom('cupBoards').execute();
    const lines = Array.from({ length: rows * 50 }, (_, nth) => `Ana,u${nth},en,${nth}`);
    const boardId = await draftBoard(ctx, ['Full name,Username,Language,Total XP', ...lines]);
    return () => commitCupImport(ctx, boardId);
  },
  async 'a notice to many people'(rows) {
    const ctx = await scene.community.ctxFor();
    return () => notify(ctx, { to: students(rows).map(({ id }) => id), kind: 'classes.cancelled' });
  },
  async 'reading all notices'(rows) {
    const person = await scene.community.person();
    const ctx = await scene.community.ctxFor();
    for (let nth = 0; nth < rows; nth++) await notify(ctx, { to: [person.id], kind: 'classes.cancelled' });
    return () => post('/api/notifications/read', {}, person);
  },
};

type Told = { kind: string; isForAll: boolean; times: number; sameAgain: boolean };

/** What the transactions of an act told: each kind of event, how often, and whether one said the same twice. */
async function eventsOf(
  act: Act,
): Promise<{ kinds: string[]; forAll: Record<string, number>; twice: string[] }> {
  const { db } = scene.community;
  const newest = sql`coalesce((select max(id) from events), 0)`;
  const { rows: before } = await sql<{ id: number }>`select ${newest} as id`.execute(db);
  await act();
  const { rows } = await sql<Told>`
    select kind, audience is null as is_for_all, count(*) as times, bool_or(times > 1) as same_again
    from (select kind, audience, subject, count(*) as times from events where id > ${before[0]?.id}
      group by kind, audience, subject, xmin::text) as told
    group by 1, 2 order by 1, 2`.execute(db);
  return {
    kinds: rows.map(({ kind }) => kind),
    forAll: Object.fromEntries(
      rows.filter(({ isForAll }) => isForAll).map(({ kind, times }) => [kind, times]),
    ),
    twice: rows.filter(({ sameAgain }) => sameAgain).map(({ kind }) => kind),
  };
}

describe('a transaction tells once of', () => {
  it.each(Object.keys(acts))('%s, of few rows and of many', async (name) => {
    const make = acts[name] as (typeof acts)[string];
    const ofFew = await eventsOf(await make(few));
    const ofMany = await eventsOf(await make(many));
    expect(ofFew.kinds).not.toEqual([]);
    // Each person may be told of their own rows; what everybody is told does not grow with the rows.
    expect(ofMany.forAll).toEqual(ofFew.forAll);
    expect([...ofFew.twice, ...ofMany.twice]).toEqual([]);
  });
});
