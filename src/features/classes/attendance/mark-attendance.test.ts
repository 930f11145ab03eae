import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { classScene, insertClass, insertSeats, minutesFromNow, now } from '../../../testing/class-scene.ts';
import type { Community, Person } from '../../../testing/community.ts';
import {
  attendanceRefusals,
  enrolRefusals,
  markAttendance,
  type RosterEntry,
  readClass,
} from '../contract.ts';

let community: Community;
let teacher: Person;
beforeAll(async () => {
  ({ community, teacher } = await classScene());
});
afterEach(() => community.setNow(now));
afterAll(() => community.close());

type Marks = Record<string, boolean | null>;

const call = (person: Person | null, id: string, marks: Marks) =>
  community.request(person, 'PUT', `/api/classes/${id}/attendance`, {
    marks: Object.entries(marks).map(([userId, attended]) => ({ userId, attended })),
  });

async function marked(id: string, marks: Marks): Promise<RosterEntry[]> {
  return (await answerOf(call(teacher, id, marks), markAttendance)).items;
}

const enrol = (id: string, ...people: Person[]) => insertSeats(community.db, id, ...people);

/** A class that began half an hour ago, with these people in it. */
async function begunWith(...people: Person[]): Promise<string> {
  const id = await insertClass(community.db, teacher, { startsAt: minutesFromNow(-30), durationMinutes: 45 });
  await enrol(id, ...people);
  return id;
}

async function practiceOf(person: Person) {
  const { seconds, ...profile } = await community.db
    .selectFrom('profiles')
    .select(['totalLearningSeconds as seconds', 'streakDays', 'lastPracticeDay'])
    .where('userId', '=', person.id)
    .executeTakeFirstOrThrow();
  const coins = await community.db
    .selectFrom('sumicoinsLedger')
    .select(['amount', 'cause'])
    .where('userId', '=', person.id)
    .where('transactionType', '=', 'event_reward')
    .orderBy('sequence')
    .execute();
  return { ...profile, minutes: seconds / 60, coins };
}

describe('markAttendance', () => {
  it('gives and takes nothing while the roll is open, however often the teacher marks a student', async () => {
    const [ana, leo] = [await community.person({ name: 'Ana' }), await community.person({ name: 'Leo' })];
    const id = await begunWith(ana, leo);
    for (const attended of [true, false, true]) {
      const roster = await marked(id, { [ana.id]: attended, [leo.id]: false });
      expect(roster.map(({ name, attended }) => [name, attended])).toEqual([
        ['Ana', attended],
        ['Leo', false],
      ]);
    }
    for (const person of [ana, leo]) {
      expect(await practiceOf(person)).toEqual({
        minutes: 0,
        streakDays: 0,
        lastPracticeDay: null,
        coins: [],
      });
    }
    const notices = await community.db
      .selectFrom('notifications')
      .select('kind')
      .where('userId', 'in', [ana.id, leo.id])
      .execute();
    expect(notices).toEqual([]);
    const row = await community.db
      .selectFrom('classEnrollments')
      .select(['attended', 'markedAt', 'markedBy', 'practisedSeconds'])
      .where('classId', '=', id)
      .where('userId', '=', ana.id)
      .executeTakeFirst();
    expect(row).toEqual({ attended: true, markedAt: now, markedBy: teacher.id, practisedSeconds: null });
  });

  it('takes a mark off while the roll is open, and refuses that after closing', async () => {
    const ana = await community.person();
    const id = await begunWith(ana);
    await marked(id, { [ana.id]: true });
    expect((await marked(id, { [ana.id]: null }))[0]?.attended).toBeNull();
    await community.request(teacher, 'POST', `/api/classes/${id}/roll-closing`);
    await expect(call(teacher, id, { [ana.id]: null })).toBeRefused(attendanceRefusals.rollClosed);
  });

  it('shows a mark to its student only once the roll is closed', async () => {
    const ana = await community.person();
    const id = await begunWith(ana);
    await marked(id, { [ana.id]: true });
    const seen = async () => {
      const { attended, allowed } = await answerOf(
        community.request(ana, 'GET', `/api/classes/${id}`),
        readClass,
      );
      return { attended, review: allowed.review };
    };
    expect(await seen()).toEqual({ attended: null, review: 'classes/not-attended' });
    await community.request(teacher, 'POST', `/api/classes/${id}/roll-closing`);
    expect(await seen()).toEqual({ attended: true, review: null });
  });

  it('accepts marks from the start of the class on, and none for a cancelled class', async () => {
    const ana = await community.person();
    const id = await insertClass(community.db, teacher, { startsAt: minutesFromNow(1) });
    await enrol(id, ana);
    await expect(call(teacher, id, { [ana.id]: true })).toBeRefused(attendanceRefusals.notStarted);
    community.setNow(minutesFromNow(1));
    expect((await call(teacher, id, { [ana.id]: true })).status).toBe(200);
    const cancelled = await insertClass(community.db, teacher, {
      startsAt: minutesFromNow(-5),
      status: 'cancelled',
      cancelledAt: now,
    });
    await enrol(cancelled, ana);
    await expect(call(teacher, cancelled, { [ana.id]: true })).toBeRefused(enrolRefusals.cancelled);
  });

  it('changes no mark when one of the marks is for a person without a seat', async () => {
    const [ana, stranger] = [await community.person(), await community.person()];
    const id = await begunWith(ana);
    const both = { [ana.id]: true, [stranger.id]: true };
    await expect(call(teacher, id, both)).toBeRefused(attendanceRefusals.notOnRoster);
    expect(await practiceOf(ana)).toMatchObject({ minutes: 0, coins: [] });
  });

  it('accepts marks from the teacher of the class and administrators only', async () => {
    const [ana, colleague, admin] = [
      await community.person(),
      await community.person({ role: 'teacher', verified: true }),
      await community.person({ role: 'admin' }),
    ];
    const id = await begunWith(ana);
    for (const person of [ana, colleague]) {
      await expect(call(person, id, { [ana.id]: true })).toBeRefused(commonRefusals.notAllowed);
      const roster = community.request(person, 'GET', `/api/classes/${id}/roster`);
      await expect(roster).toBeRefused(commonRefusals.notAllowed);
    }
    expect((await call(admin, id, { [ana.id]: true })).status).toBe(200);
  });

  it('accepts from one to five hundred marks in a request', async () => {
    const ana = await community.person();
    const id = await begunWith(ana);
    const send = (body: unknown) => community.request(teacher, 'PUT', `/api/classes/${id}/attendance`, body);
    const one = { userId: ana.id, attended: true };
    for (const body of [
      {},
      { marks: [] },
      { marks: [{ userId: ana.id, attended: 'sí' }] },
      { marks: Array(501).fill(one) },
    ]) {
      await expect(send(body)).toBeRefused(commonRefusals.badInput);
    }
    expect((await send({ marks: Array(500).fill(one) })).status).toBe(200);
  });

  it('publishes its event to the organisers and the marked students only', async () => {
    const [ana, leo] = [await community.person(), await community.person()];
    const id = await begunWith(ana, leo);
    await marked(id, { [ana.id]: true });
    const events = await community.db
      .selectFrom('events')
      .select(['kind', 'audience'])
      .where('subject', '=', id)
      .execute();
    expect(events).toEqual([
      { kind: 'classes.changed', audience: expect.arrayContaining([teacher.id, ana.id]) },
    ]);
    expect(events[0]?.audience).not.toContain(leo.id);
  });
});
