import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findBroken } from '#server/db/find-broken.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { everyInvariant } from '../../../every-invariant.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { classScene, insertClass, insertSeats, minutesFromNow, now } from '../../../testing/class-scene.ts';
import type { Community, Person } from '../../../testing/community.ts';
import { noticeKindsOf } from '../../../testing/rows/notices-of.ts';
import { attendanceRefusals, changeClass, closeRoll, enrolRefusals, type Roster } from '../contract.ts';
import { closeRollByItself } from './close-roll.ts';

let community: Community;
let teacher: Person;
let admin: Person;
beforeAll(async () => {
  ({ community, teacher, admin } = await classScene());
});
afterEach(() => community.setNow(now));
afterAll(() => community.close());

type Marks = Record<string, boolean>;

const close = (person: Person | null, id: string) =>
  community.request(person, 'POST', `/api/classes/${id}/roll-closing`);

async function mark(id: string, marks: Marks): Promise<void> {
  const body = { marks: Object.entries(marks).map(([userId, attended]) => ({ userId, attended })) };
  const answer = await community.request(teacher, 'PUT', `/api/classes/${id}/attendance`, body);
  expect(answer.status).toBe(200);
}

async function closed(id: string, marks: Marks): Promise<Roster> {
  if (Object.keys(marks).length > 0) await mark(id, marks);
  return answerOf(close(teacher, id), closeRoll);
}

/** A class of 45 minutes that began half an hour ago, with these people in it. */
async function begunWith(...people: Person[]): Promise<string> {
  const startsAt = minutesFromNow(-30);
  const id = await insertClass(community.db, teacher, {
    startsAt,
    durationMinutes: 45,
    title: 'Club de cine',
  });
  await insertSeats(community.db, id, ...people);
  return id;
}

async function practiceOf(person: Person) {
  const { seconds, ...profile } = await community.db
    .selectFrom('profiles')
    .select(['totalLearningSeconds as seconds', 'streakDays', 'lastPracticeDay'])
    .where('userId', '=', person.id)
    .executeTakeFirstOrThrow();
  const moved = await community.db
    .selectFrom('sumicoinsLedger')
    .select(['amount', 'cause', 'transactionType'])
    .where('userId', '=', person.id)
    .where('transactionType', '=', 'event_reward')
    .orderBy('sequence')
    .execute();
  return { ...profile, minutes: seconds / 60, coins: moved.map(({ amount }) => amount) };
}

describe('closeRoll', () => {
  it('gives each student who attended the minutes of the class, a streak day and coins, once', async () => {
    const [ana, leo] = [await community.person({ name: 'Ana' }), await community.person({ name: 'Leo' })];
    const id = await begunWith(ana, leo);
    for (let turn = 0; turn < 3; turn++) {
      const roster = await closed(id, turn === 0 ? { [ana.id]: true, [leo.id]: false } : {});
      expect(roster.closedAt).toBe(now.toISOString());
    }
    expect(await practiceOf(ana)).toEqual({
      minutes: 45,
      streakDays: 1,
      lastPracticeDay: '2026-11-20',
      coins: [20],
    });
    expect(await practiceOf(leo)).toEqual({ minutes: 0, streakDays: 0, lastPracticeDay: null, coins: [] });
    expect(await noticeKindsOf(community, ana)).toEqual(['classes.review-wanted']);
    const { link, detail } = await community.db
      .selectFrom('notifications')
      .select(['link', 'detail'])
      .where('userId', '=', ana.id)
      .executeTakeFirstOrThrow();
    expect(link).toBe(`/classes?class=${id}&rate=1`);
    // The class's 20 coins, and those of the streak day that it made.
    expect(detail).toEqual({ title: 'Club de cine', earned: 25, ofStreak: 5 });
    expect(await noticeKindsOf(community, leo)).toEqual([]);
    const acts = await community.db
      .selectFrom('auditLog')
      .select(['act', 'actorId', 'detail'])
      .where('subject', '=', id)
      .execute();
    expect(acts).toEqual([
      {
        act: 'classes.close-roll',
        actorId: teacher.id,
        detail: { title: 'Club de cine', present: 1 },
      },
    ]);
  });

  it('records no absence of a student who opened the meeting of a club in which no student was present', async () => {
    const [ana, leo] = [await community.person(), await community.person()];
    const id = await begunWith(ana, leo);
    await community.db.updateTable('classes').set({ kind: 'club' }).where('id', '=', id).execute();
    const seats = community.db.updateTable('classEnrollments').set({ enteredAt: now });
    await seats.where('userId', '=', ana.id).execute();
    await closed(id, { [ana.id]: false });
    const absences = community.db.selectFrom('classAbsences').select('userId').where('classId', '=', id);
    expect(await absences.execute()).toEqual([{ userId: leo.id }]);
  });

  it('counts students without a mark as absent', async () => {
    const [ana, leo] = [await community.person({ name: 'Ana' }), await community.person({ name: 'Leo' })];
    const id = await begunWith(ana, leo);
    const { items } = await closed(id, { [ana.id]: true });
    expect(items.map(({ name, attended }) => [name, attended])).toEqual([
      ['Ana', true],
      ['Leo', false],
    ]);
  });

  it('gives coins for three classes a day and minutes for every class', async () => {
    // What others of the same classes were paid does not count.
    const [ana, leo] = [await community.person(), await community.person()];
    for (let turn = 0; turn < 4; turn++)
      await closed(await begunWith(ana, leo), { [ana.id]: true, [leo.id]: true });
    expect(await practiceOf(ana)).toMatchObject({ minutes: 180, streakDays: 1, coins: [20, 20, 20] });
    // A class of the day before has coins of its own, whenever its roll is closed.
    const before = await insertClass(community.db, teacher, { startsAt: minutesFromNow(-24 * 60) });
    await insertSeats(community.db, before, ana);
    await closed(before, { [ana.id]: true });
    expect(await practiceOf(ana)).toMatchObject({ streakDays: 2, coins: [20, 20, 20, 20] });
  });

  it('gives the coins of a class again whose mark was taken off and put back, on a day with a fourth class', async () => {
    const ana = await community.person();
    const ids: string[] = [];
    for (let turn = 0; turn < 4; turn++) {
      ids.push(await begunWith(ana));
      await closed(ids.at(-1)!, { [ana.id]: true });
    }
    const correct = (attended: boolean) =>
      community.request(teacher, 'PUT', `/api/classes/${ids[0]}/attendance`, {
        marks: [{ userId: ana.id, attended }],
      });
    for (const attended of [false, true]) expect((await correct(attended)).status).toBe(200);
    expect(await practiceOf(ana)).toMatchObject({ coins: [20, 20, 20, -20, 20] });
  });

  it('counts the day of the class in the zone of each student', async () => {
    // 09:30 in UTC on the 20th: in Auckland it is 22:30, in Honolulu the evening before.
    const startsAt = new Date('2026-11-20T09:30:00Z');
    const [auckland, honolulu] = await Promise.all(
      ['Pacific/Auckland', 'Pacific/Honolulu'].map((zone) => community.person({ zone })),
    );
    const id = await insertClass(community.db, teacher, { startsAt });
    await insertSeats(community.db, id, auckland!, honolulu!);
    community.setNow(minutesFromNow(3 * 24 * 60));
    await closed(id, { [auckland!.id]: true, [honolulu!.id]: true });
    expect((await practiceOf(auckland!)).lastPracticeDay).toBe('2026-11-20');
    expect((await practiceOf(honolulu!)).lastPracticeDay).toBe('2026-11-19');
  });

  it('fills a gap in the streak when an older roll is closed later', async () => {
    const ana = await community.person();
    const [monday, tuesday, wednesday] = await Promise.all(
      [3, 2, 1].map(async (daysAgo) => {
        const id = await insertClass(community.db, teacher, { startsAt: minutesFromNow(-daysAgo * 24 * 60) });
        await insertSeats(community.db, id, ana);
        return id;
      }),
    );
    await closed(monday!, { [ana.id]: true });
    await closed(wednesday!, { [ana.id]: true });
    expect((await practiceOf(ana)).streakDays).toBe(1);
    await closed(tuesday!, { [ana.id]: true });
    expect((await practiceOf(ana)).streakDays).toBe(3);
  });

  it('refuses before the start, for a cancelled class, and other teachers', async () => {
    const later = await insertClass(community.db, teacher, { startsAt: minutesFromNow(1) });
    await expect(close(teacher, later)).toBeRefused(attendanceRefusals.notStarted);
    const cancelled = await insertClass(community.db, teacher, {
      startsAt: minutesFromNow(-5),
      status: 'cancelled',
      cancelledAt: now,
    });
    await expect(close(teacher, cancelled)).toBeRefused(enrolRefusals.cancelled);
    const colleague = await community.person({ role: 'teacher', verified: true });
    const id = await begunWith(await community.person());
    await expect(close(colleague, id)).toBeRefused(commonRefusals.notAllowed);
    expect((await close(admin, id)).status).toBe(200);
  });
});

describe('a mark that changes after closing', () => {
  it('takes coins, minutes and streak back, on record, and gives them again when it returns', async () => {
    const ana = await community.person();
    const id = await begunWith(ana);
    await closed(id, { [ana.id]: true });
    await mark(id, { [ana.id]: false });
    expect(await practiceOf(ana)).toEqual({
      minutes: 0,
      streakDays: 0,
      lastPracticeDay: null,
      coins: [20, -5, -20],
    });
    await mark(id, { [ana.id]: false });
    await mark(id, { [ana.id]: true });
    await mark(id, { [ana.id]: true });
    expect(await practiceOf(ana)).toMatchObject({ minutes: 45, streakDays: 1, coins: [20, -5, -20, 20] });
    expect(await noticeKindsOf(community, ana)).toEqual([
      'classes.review-wanted',
      'classes.marked-absent',
      'classes.marked-present',
    ]);
    const acts = await community.db
      .selectFrom('auditLog')
      .select('detail')
      .where('act', '=', 'classes.correct-attendance')
      .where('personId', '=', ana.id)
      .orderBy('id')
      .execute();
    expect(acts.map(({ detail }) => detail)).toEqual([
      { title: 'Club de cine', attended: false, amount: -20 },
      { title: 'Club de cine', attended: true, amount: 20 },
    ]);
    expect(await findBroken(community.db, everyInvariant)).toEqual([]);
  });

  it('gives what closing gives to a student whom it first counted as absent', async () => {
    const ana = await community.person();
    const id = await begunWith(ana);
    await closed(id, {});
    await mark(id, { [ana.id]: true });
    expect(await practiceOf(ana)).toMatchObject({ minutes: 45, streakDays: 1, coins: [20] });
  });

  it('takes back no more coins than the student still has, and records how many were missing', async () => {
    const ana = await community.person();
    const id = await begunWith(ana);
    await closed(id, { [ana.id]: true });
    // Ten are left: five of the streak's day and five of the class.
    await sql`select append_to_ledger(${ana.id}, -65, 'admin_debit', 'Gasto', 'spent:1')`.execute(
      community.db,
    );
    await mark(id, { [ana.id]: false });
    expect((await practiceOf(ana)).coins).toEqual([20, -5, -5]);
    const { balance } = await community.db
      .selectFrom('wallets')
      .select('balance')
      .where('userId', '=', ana.id)
      .executeTakeFirstOrThrow();
    expect(balance).toBe(0);
    const act = await community.db
      .selectFrom('auditLog')
      .select('detail')
      .where('act', '=', 'classes.correct-attendance')
      .where('personId', '=', ana.id)
      .executeTakeFirst();
    expect(act?.detail).toMatchObject({ amount: -5, missing: 15 });
    // The student still has fifteen of the twenty coins, so five come back.
    await mark(id, { [ana.id]: true });
    expect((await practiceOf(ana)).coins).toEqual([20, -5, -5, 5]);
    expect(await findBroken(community.db, everyInvariant)).toEqual([]);
  });
});

describe('closeRollByItself', () => {
  const stateOf = async (id: string) =>
    community.db
      .selectFrom('classes')
      .select(['rollClosedAt', 'rollClosedBy'])
      .where('id', '=', id)
      .executeTakeFirst();
  const dueOf = async (id: string) =>
    (
      await community.db
        .selectFrom('dueWork')
        .select('dueAt')
        .where('subject', '=', id)
        .where('kind', '=', 'close-roll')
        .executeTakeFirst()
    )?.dueAt;

  it('closes a called roll a day after the end, and pays its students once', async () => {
    const ana = await community.person();
    const id = await begunWith(ana);
    await mark(id, { [ana.id]: true });
    const due = minutesFromNow(15 + 24 * 60);
    community.setNow(new Date(due.getTime() - 1));
    await community.runDue(closeRollByItself);
    expect(await stateOf(id)).toEqual({ rollClosedAt: null, rollClosedBy: null });
    expect(await dueOf(id)).toEqual(due);
    community.setNow(due);
    await community.runDue(closeRollByItself);
    expect(await stateOf(id)).toEqual({ rollClosedAt: due, rollClosedBy: null });
    expect((await practiceOf(ana)).coins).toEqual([20]);
    expect(await dueOf(id)).toBeUndefined();
    await closed(id, {});
    expect((await practiceOf(ana)).coins).toEqual([20]);
  });

  it('leaves a roll open that was never called, and closes it a day after the teacher calls it', async () => {
    const ana = await community.person();
    const id = await begunWith(ana);
    community.setNow(minutesFromNow(3 * 24 * 60));
    await community.runDue(closeRollByItself);
    expect(await stateOf(id)).toMatchObject({ rollClosedAt: null });
    await mark(id, { [ana.id]: true });
    expect(await dueOf(id)).toEqual(minutesFromNow(4 * 24 * 60));
    community.setNow(minutesFromNow(4 * 24 * 60));
    await community.runDue(closeRollByItself);
    expect((await practiceOf(ana)).coins).toEqual([20]);
  });

  it('reminds the teacher of a roll that was not called two hours after the end and a day after it, until it is closed', async () => {
    const [ana, leo] = [await community.person(), await community.person()];
    const id = await begunWith(ana, leo);
    await sql`update class_enrollments set entered_at = ${now} where user_id = ${leo.id}`.execute(
      community.db,
    );
    const noticesOfStreak = () =>
      community.db
        .selectFrom('notifications')
        .select(['id', 'detail', 'link'])
        .where('kind', '=', 'classes.roll-waits')
        .where('userId', '=', teacher.id)
        .where('about', '=', id)
        .execute();
    const comeTo = async (hours: number) => {
      community.setNow(minutesFromNow(15 + hours * 60));
      await community.runDue(closeRollByItself);
    };
    await comeTo(1.9);
    expect(await noticesOfStreak()).toEqual([]);
    await comeTo(2);
    await comeTo(3);
    const [first, ...others] = await noticesOfStreak();
    expect(first).toMatchObject({ detail: { learners: 1 }, link: `/admin/classes?class=${id}&tab=roll` });
    expect(others).toEqual([]);
    await comeTo(24);
    await comeTo(48);
    const [second, ...more] = await noticesOfStreak();
    expect(second?.id).not.toBe(first?.id);
    expect(more).toEqual([]);
    await mark(id, { [ana.id]: true });
    await closed(id, {});
    expect(await noticesOfStreak()).toEqual([]);
  });

  it('reminds no teacher of a class without students, nor of a roll that was called', async () => {
    const ana = await community.person();
    const empty = await insertClass(community.db, teacher, {
      startsAt: minutesFromNow(-30),
      durationMinutes: 45,
    });
    const called = await begunWith(ana);
    await mark(called, { [ana.id]: false });
    community.setNow(minutesFromNow(15 + 3 * 60));
    await community.runDue(closeRollByItself);
    const notices = await community.db
      .selectFrom('notifications')
      .select('id')
      .where('kind', '=', 'classes.roll-waits')
      .where('about', 'in', [empty, called])
      .execute();
    expect(notices).toEqual([]);
  });

  it('follows a class that moves, and forgets one that was closed, cancelled or deleted', async () => {
    const create = (facts = {}) => insertClass(community.db, teacher, { durationMinutes: 60, ...facts });
    const moved = await create();
    const path = `/api/classes/${moved}`;
    const { startsAt } = await answerOf(
      community.request(teacher, 'PATCH', path, { version: 1, date: '2026-11-25' }),
      changeClass,
    );
    expect(await dueOf(moved)).toEqual(new Date(Date.parse(startsAt) + 3 * 3600_000));
    const deleted = await create();
    await community.request(teacher, 'DELETE', `/api/classes/${deleted}`);
    const cancelled = await create({ startsAt: minutesFromNow(-30) });
    await community.request(teacher, 'POST', `/api/classes/${cancelled}/cancellation`, {
      reason: 'Se fue la luz.',
    });
    community.setNow(minutesFromNow(30 * 24 * 60));
    await community.runDue(closeRollByItself);
    for (const id of [deleted, cancelled]) expect(await dueOf(id)).toBeUndefined();
    expect(await stateOf(cancelled)).toMatchObject({ rollClosedAt: null });
  });
});
