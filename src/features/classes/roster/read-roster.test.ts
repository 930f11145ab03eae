import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import {
  classScene,
  insertClass,
  insertPaidSeat,
  insertSeats,
  minutesFromNow,
} from '../../../testing/class-scene.ts';
import type { Community, Person } from '../../../testing/community.ts';
import { readRoster } from '../contract.ts';

let community: Community;
let teacher: Person;
beforeAll(async () => {
  ({ community, teacher } = await classScene());
});
afterAll(() => community.close());

const enrol = (id: string, ...people: Person[]) => insertSeats(community.db, id, ...people);

/** A class that began half an hour ago, with these people in it. */
async function begunWith(...people: Person[]): Promise<string> {
  const id = await insertClass(community.db, teacher, { startsAt: minutesFromNow(-30), durationMinutes: 45 });
  await enrol(id, ...people);
  return id;
}

describe('readRoster', () => {
  it('lists who waits for a seat: those with an offer, then the others in the order in which they came', async () => {
    const id = await insertClass(community.db, teacher, { maxStudents: 2 });
    const [seated, offered, ...waiting] = await Promise.all(
      ['Sara', 'Olga', 'Zulma', 'Aldo'].map((name) => community.person({ name })),
    );
    await enrol(id, seated!);
    const heldUntil = minutesFromNow(30);
    const offer = { classId: id, userId: offered!.id, heldUntil };
    await community.db.insertInto('classEnrollments').values(offer).execute();
    for (const { id: userId } of waiting) {
      await community.db.insertInto('classWaiting').values({ classId: id, userId }).execute();
    }
    const { items, waiting: queue } = await answerOf(
      community.request(teacher, 'GET', `/api/classes/${id}/roster`),
      readRoster,
    );
    expect(items.map(({ name }) => name)).toEqual(['Sara']);
    expect(queue.map(({ name, offeredUntil }) => [name, offeredUntil])).toEqual([
      ['Olga', heldUntil.toISOString()],
      ['Zulma', null],
      ['Aldo', null],
    ]);
  });

  it('lists the students with a seat by name, without e-mail addresses', async () => {
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
    const facts = {
      enteredAt: null,
      image: null,
      paid: false,
      level: null,
      languages: [],
      visits: 0,
      lastVisitAt: null,
      missingCounts: false,
      walkedIn: false,
    };
    expect(await answer.json()).toEqual({
      classId: id,
      closedAt: null,
      reward: { coins: 20, dailyMost: 3, minutes: 60 },
      waiting: [],
      leftLate: [],
      paying: [
        {
          userId: held.id,
          name: 'Benito',
          image: null,
          heldUntil: minutesFromNow(30).toISOString(),
          hasVoucher: false,
        },
      ],
      items: [
        { userId: angel.id, name: 'Ángel', tier: 'premium', attended: null, absence: null, ...facts },
        { userId: zoe.id, name: 'Zoe', tier: 'free', attended: null, absence: null, ...facts },
      ],
    });
    // Once it is paid for, the seat is like any other.
    await community.db
      .updateTable('classEnrollments')
      .set({ heldUntil: null })
      .where('userId', '=', held.id)
      .execute();
    const paid = await community.request(teacher, 'GET', `/api/classes/${id}/roster`);
    expect((await answerOf(paid, readRoster)).items.map(({ name, paid }) => [name, paid])).toEqual([
      ['Ángel', false],
      ['Benito', true],
      ['Zoe', false],
    ]);
  });
});

it('the roster promises no coins while the ceiling of the month stops them', async () => {
  const id = await begunWith(await community.person());
  const read = async () =>
    (await answerOf(community.request(teacher, 'GET', `/api/classes/${id}/roster`), readRoster)).reward;
  const ceiling = await community.db
    .selectFrom('coinSettings')
    .select('monthlyCeiling')
    .executeTakeFirstOrThrow();
  await community.db.updateTable('coinSettings').set({ monthlyCeiling: 1 }).execute();
  expect(await read()).toEqual({ coins: 0, dailyMost: 3, minutes: 45 });
  await community.db.updateTable('coinSettings').set(ceiling).execute();
  expect((await read()).coins).toBe(20);
});

it('the roster of a club says whose missing it is an absence: not of who bought the seat or was given it late', async () => {
  const startsAt = minutesFromNow(-30);
  const id = await insertClass(community.db, teacher, { kind: 'club', startsAt });
  const [free, buyer, late] = [await community.person(), await community.person(), await community.person()];
  await enrol(id, free, late);
  await insertPaidSeat(community.db, { classId: id, userId: buyer.id });
  await community.db
    .updateTable('classEnrollments')
    .set({ givenLate: true })
    .where('userId', '=', late.id)
    .execute();
  const { items } = await answerOf(
    community.request(teacher, 'GET', `/api/classes/${id}/roster`),
    readRoster,
  );
  const counts = new Map(items.map(({ userId, missingCounts }) => [userId, missingCounts]));
  expect([free, buyer, late].map((person) => counts.get(person.id))).toEqual([true, false, false]);
});

describe('the history on the roster', () => {
  it('counts the earlier classes with the same teacher that the student attended', async () => {
    const ana = await community.person({ languages: ['en', 'fr'] });
    const colleague = await community.person({ role: 'teacher', verified: true });
    const held = async (by: Person, daysAgo: number, attended: boolean) => {
      const id = await insertClass(community.db, by, { startsAt: minutesFromNow(-daysAgo * 24 * 60) });
      await enrol(id, ana);
      const marks = [{ userId: ana.id, attended }];
      await community.request(by, 'PUT', `/api/classes/${id}/attendance`, { marks });
      await community.request(by, 'POST', `/api/classes/${id}/roll-closing`);
    };
    await held(teacher, 9, true);
    await held(teacher, 5, true);
    await held(teacher, 3, false);
    await held(colleague, 2, true);
    const id = await begunWith(ana);
    const { items } = await answerOf(
      community.request(teacher, 'GET', `/api/classes/${id}/roster`),
      readRoster,
    );
    expect(items).toMatchObject([
      {
        languages: ['en', 'fr'],
        visits: 2,
        lastVisitAt: minutesFromNow(-5 * 24 * 60).toISOString(),
      },
    ]);
  });
});
