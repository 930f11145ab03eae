import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import { classScene, insertClass, insertSeats, minutesFromNow, now } from '../../../testing/class-scene.ts';
import type { Community, Person } from '../../../testing/community.ts';
import { attendanceRefusals, enrolRefusals, type RosterEntry } from '../contract.ts';

let community: Community;
let teacher: Person;
beforeAll(async () => {
  ({ community, teacher } = await classScene());
});
afterEach(() => community.setNow(now));
afterAll(() => community.close());

type Marks = Record<string, boolean>;

const call = (person: Person | null, id: string, marks: Marks) =>
  community.request(person, 'PUT', `/api/classes/${id}/attendance`, {
    marks: Object.entries(marks).map(([userId, attended]) => ({ userId, attended })),
  });

async function marked(id: string, marks: Marks): Promise<RosterEntry[]> {
  const answer = await call(teacher, id, marks);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { items: RosterEntry[] }).items;
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

describe('the roster', () => {
  it('names who has a seat, and says nothing of how to reach them', async () => {
    const id = await insertClass(community.db, teacher);
    const zoe = await community.person({ name: 'Zoe' });
    const angel = await community.person({ name: 'Ángel', tier: 'premium' });
    const held = await community.person({ name: 'Benito' });
    await enrol(id, zoe, angel);
    const { id: paymentId } = await community.db
      .insertInto('payments')
      .values({
        userId: held.id,
        kind: 'single',
        classId: id,
        amountCents: 300,
        platformShareCents: 300,
        method: 'card',
        provider: 'test',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const heldUntil = minutesFromNow(30);
    await community.db
      .insertInto('classEnrollments')
      .values({ classId: id, userId: held.id, paymentId, heldUntil })
      .execute();
    const answer = await community.request(teacher, 'GET', `/api/classes/${id}/roster`);
    expect(await answer.json()).toEqual({
      classId: id,
      items: [
        { userId: angel.id, name: 'Ángel', image: null, tier: 'premium', paid: false, attended: null },
        { userId: zoe.id, name: 'Zoe', image: null, tier: 'free', paid: false, attended: null },
      ],
    });
    // Once it is paid for, the seat is like any other.
    await community.db
      .updateTable('classEnrollments')
      .set({ heldUntil: null })
      .where('userId', '=', held.id)
      .execute();
    const paid = await community.request(teacher, 'GET', `/api/classes/${id}/roster`);
    expect(
      ((await paid.json()) as { items: RosterEntry[] }).items.map(({ name, paid }) => [name, paid]),
    ).toEqual([
      ['Ángel', false],
      ['Benito', true],
      ['Zoe', false],
    ]);
  });
});

describe('calling the roll', () => {
  it('gives whoever was there the class’s minutes, a day of the streak and coins', async () => {
    const [ana, leo] = [await community.person({ name: 'Ana' }), await community.person({ name: 'Leo' })];
    const id = await begunWith(ana, leo);
    const roster = await marked(id, { [ana.id]: true, [leo.id]: false });
    expect(roster.map(({ name, attended }) => [name, attended])).toEqual([
      ['Ana', true],
      ['Leo', false],
    ]);
    expect(await practiceOf(ana)).toEqual({
      minutes: 45,
      streakDays: 1,
      lastPracticeDay: '2026-11-20',
      coins: [{ amount: 20, cause: `class:${id}` }],
    });
    expect(await practiceOf(leo)).toEqual({ minutes: 0, streakDays: 0, lastPracticeDay: null, coins: [] });
    const row = await community.db
      .selectFrom('classEnrollments')
      .select(['attended', 'markedAt', 'markedBy', 'practisedSeconds'])
      .where('classId', '=', id)
      .where('userId', '=', ana.id)
      .executeTakeFirst();
    expect(row).toEqual({ attended: true, markedAt: now, markedBy: teacher.id, practisedSeconds: 2700 });
  });

  it('gives once, however often somebody is marked', async () => {
    const ana = await community.person();
    const id = await begunWith(ana);
    for (const attended of [true, true, false, true, false]) await marked(id, { [ana.id]: attended });
    expect(await practiceOf(ana)).toMatchObject({ minutes: 45, coins: [{ amount: 20 }] });
    const asked = await community.db
      .selectFrom('notifications')
      .select(['kind', 'link'])
      .where('userId', '=', ana.id)
      .execute();
    expect(asked).toEqual([{ kind: 'classes.review-wanted', link: '/classes?tab=past' }]);
    expect((await marked(id, { [ana.id]: true }))[0]?.attended).toBe(true);
  });

  it('gives coins for three classes a day, and minutes for all', async () => {
    const ana = await community.person();
    for (let turn = 0; turn < 4; turn++) await marked(await begunWith(ana), { [ana.id]: true });
    expect(await practiceOf(ana)).toMatchObject({ minutes: 180, streakDays: 1 });
    expect((await practiceOf(ana)).coins).toHaveLength(3);
    // A class of the day before has coins of its own, whenever its roll is called.
    const before = await insertClass(community.db, teacher, { startsAt: minutesFromNow(-24 * 60) });
    await enrol(before, ana);
    await marked(before, { [ana.id]: true });
    expect((await practiceOf(ana)).coins).toHaveLength(4);
  });

  it('counts the class’s day in the zone of whoever was there', async () => {
    // 10:00 in UTC on the 20th: in Auckland it is 23:00, in Honolulu the evening before.
    const startsAt = new Date('2026-11-20T09:30:00Z');
    const [auckland, honolulu] = await Promise.all(
      ['Pacific/Auckland', 'Pacific/Honolulu'].map((zone) => community.person({ zone })),
    );
    const id = await insertClass(community.db, teacher, { startsAt });
    await enrol(id, auckland!, honolulu!);
    community.setNow(minutesFromNow(3 * 24 * 60));
    await marked(id, { [auckland!.id]: true, [honolulu!.id]: true });
    expect((await practiceOf(auckland!)).lastPracticeDay).toBe('2026-11-20');
    expect((await practiceOf(honolulu!)).lastPracticeDay).toBe('2026-11-19');
  });

  it('is possible from the start on, and not of a cancelled class', async () => {
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

  it('of somebody without a seat marks nobody', async () => {
    const [ana, stranger] = [await community.person(), await community.person()];
    const id = await begunWith(ana);
    const both = { [ana.id]: true, [stranger.id]: true };
    await expect(call(teacher, id, both)).toBeRefused(attendanceRefusals.notOnRoster);
    expect(await practiceOf(ana)).toMatchObject({ minutes: 0, coins: [] });
  });

  it('is for the class’s teacher and administrators', async () => {
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

  it('takes one mark to five hundred', async () => {
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

  it('tells those it concerns and nobody else', async () => {
    const [ana, leo] = [await community.person(), await community.person()];
    const id = await begunWith(ana, leo);
    await marked(id, { [ana.id]: true });
    const told = await community.db
      .selectFrom('events')
      .select(['kind', 'audience'])
      .where('subject', '=', id)
      .execute();
    expect(told).toEqual([
      { kind: 'classes.changed', audience: expect.arrayContaining([teacher.id, ana.id]) },
    ]);
    expect(told[0]?.audience).not.toContain(leo.id);
  });
});
