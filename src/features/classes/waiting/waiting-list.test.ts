import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { paymentJobs } from '#features/payments/jobs.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import {
  classScene,
  insertClass,
  insertSeats,
  minutesFromNow,
  now,
  wrongSeats,
} from '../../../testing/class-scene.ts';
import type { Community, Person } from '../../../testing/community.ts';
import { noticeKindsOf } from '../../../testing/rows/notices-of.ts';
import { mailDue } from '../../../testing/stand-ins/notice-mail.ts';
import { buyRefusals, enrolRefusals, readClass, waitRefusals } from '../contract.ts';
import { offerSeats } from './offer-seats.ts';

let community: Community;
let teacher: Person;
let admin: Person;
beforeAll(async () => {
  ({ community, teacher, admin } = await classScene());
});
beforeEach(() => community.setNow(now));
afterAll(() => community.close());

const ask = (person: Person, method: string, id: string, what: 'waiting' | 'enrolment') =>
  community.request(person, method, `/api/classes/${id}/${what}`);
const wait = (person: Person, id: string) => ask(person, 'POST', id, 'waiting');
const enrol = (person: Person, id: string) => ask(person, 'POST', id, 'enrolment');
const leave = (person: Person, id: string) => ask(person, 'DELETE', id, 'enrolment');
const offer = () => community.runDue(offerSeats);
const cancel = (id: string) =>
  community.request(admin, 'POST', `/api/classes/${id}/cancellation`, { reason: 'Se fue la luz.' });

const cardOf = (person: Person, id: string) =>
  answerOf(community.request(person, 'GET', `/api/classes/${id}`), readClass);

/** A class of one seat, a day ahead, that a student has; the others wait in their order. */
async function fullClass({
  waiting = 2,
  startsIn = 24 * 60,
  ...facts
}: {
  waiting?: number;
  startsIn?: number;
  kind?: 'club';
  requiredTier?: 'vip';
  priceCents?: number | null;
} = {}) {
  const id = await insertClass(community.db, teacher, {
    maxStudents: 1,
    startsAt: minutesFromNow(startsIn),
    ...facts,
  });
  const seated = await community.person();
  await insertSeats(community.db, id, seated);
  const people = await Promise.all(Array.from({ length: waiting }, () => community.person()));
  for (const person of people) expect((await wait(person, id)).status).toBe(200);
  await offer();
  const [first, second] = people as [Person, Person];
  return { id, seated, first, second };
}

describe('joinWaitingList', () => {
  it('gives the next place, and keeps it when the student asks again', async () => {
    const { id, second } = await fullClass();
    const third = await community.person();
    expect(await (await wait(third, id)).json()).toEqual({ classId: id, waitingPlace: 3 });
    expect(await (await wait(second, id)).json()).toEqual({ classId: id, waitingPlace: 2 });
    expect(await cardOf(third, id)).toMatchObject({
      waitingPlace: 3,
      waitingCount: 3,
      isEnrolled: false,
      heldUntil: null,
      allowed: { enrol: enrolRefusals.full.code, wait: null },
    });
  });

  it('refuses a student while seats are free, with a seat, too late, or for whom no seat would help', async () => {
    const free = await insertClass(community.db, teacher);
    const student = await community.person();
    await expect(wait(student, free)).toBeRefused(waitRefusals.notFull);
    const { id, seated } = await fullClass({ waiting: 0 });
    await expect(wait(seated, id)).toBeRefused(buyRefusals.alreadyYours);
    await expect(wait(teacher, id)).toBeRefused(enrolRefusals.ownClass);
    const { id: begun } = await fullClass({ waiting: 0, startsIn: 0 });
    await expect(wait(student, begun)).toBeRefused(enrolRefusals.alreadyStarted);
    const { id: included } = await fullClass({ waiting: 0, requiredTier: 'vip', priceCents: null });
    await expect(wait(student, included)).toBeRefused(enrolRefusals.tierTooLow);
    const { id: sold } = await fullClass({ waiting: 0, requiredTier: 'vip', priceCents: 500 });
    expect((await wait(student, sold)).status).toBe(200);
  });

  it('moves the others up when a student leaves the list', async () => {
    const { id, first, second } = await fullClass();
    expect((await ask(first, 'DELETE', id, 'waiting')).status).toBe(200);
    expect(await cardOf(second, id)).toMatchObject({ waitingPlace: 1, waitingCount: 1 });
    expect(await (await ask(first, 'DELETE', id, 'waiting')).json()).toEqual({
      classId: id,
      waitingPlace: null,
    });
  });
});

describe('a seat that becomes free', () => {
  it('is held for the student who has waited longest, who is told and confirms it', async () => {
    const { id, seated, first, second } = await fullClass();
    const stranger = await community.person();
    await leave(seated, id);
    // Before the server has offered it, it is kept for the students who wait.
    await expect(enrol(stranger, id)).toBeRefused(enrolRefusals.keptForWaiting);
    await expect(enrol(second, id)).toBeRefused(enrolRefusals.keptForWaiting);
    await offer();
    expect(await cardOf(first, id)).toMatchObject({
      heldUntil: minutesFromNow(6 * 60).toISOString(),
      isPaid: false,
      waitingPlace: null,
      seatsTaken: 1,
      allowed: { enrol: null },
    });
    expect(await noticeKindsOf(community, first)).toEqual(['classes.seat-offered']);
    expect(await noticeKindsOf(community, second)).toEqual([]);
    await expect(enrol(stranger, id)).toBeRefused(enrolRefusals.full);
    expect((await enrol(first, id)).status).toBe(200);
    expect(await cardOf(first, id)).toMatchObject({ isEnrolled: true, heldUntil: null });
    expect(await cardOf(second, id)).toMatchObject({ waitingPlace: 1 });
    expect(await wrongSeats(community.db)).toEqual([]);
  });

  it('goes to the next student when the first declines it', async () => {
    const { id, seated, first, second } = await fullClass();
    await leave(seated, id);
    await offer();
    await leave(first, id);
    await offer();
    expect(await cardOf(first, id)).toMatchObject({ heldUntil: null, waitingPlace: null });
    expect((await cardOf(second, id)).heldUntil).not.toBeNull();
  });

  it('goes to the next student when the offer ran out, and the first is told and may wait again', async () => {
    const { id, seated, first, second } = await fullClass();
    await leave(seated, id);
    await offer();
    community.setNow(minutesFromNow(6 * 60 - 1));
    await offer();
    expect((await cardOf(first, id)).heldUntil).not.toBeNull();
    community.setNow(minutesFromNow(6 * 60));
    await offer();
    expect(await cardOf(first, id)).toMatchObject({ heldUntil: null, waitingPlace: null });
    expect(await noticeKindsOf(community, first)).toEqual(['classes.offer-lapsed']);
    // A quarter of the eighteen hours that are left.
    expect((await cardOf(second, id)).heldUntil).toBe(minutesFromNow(6 * 60 + 4.5 * 60).toISOString());
    expect((await wait(first, id)).status).toBe(200);
  });

  it('is free for every student again once no student waits', async () => {
    const { id, seated, first } = await fullClass({ waiting: 1 });
    await leave(seated, id);
    await offer();
    await leave(first, id);
    await offer();
    expect((await enrol(await community.person(), id)).status).toBe(200);
  });

  it('is open to all who wait in the last hour: each is told once, and the first to come has it', async () => {
    const { id, seated, first, second } = await fullClass({ startsIn: 60 });
    await leave(seated, id);
    await offer();
    await offer();
    expect(await noticeKindsOf(community, first)).toEqual(['classes.seat-open']);
    expect(await noticeKindsOf(community, second)).toEqual(['classes.seat-open']);
    await expect(enrol(await community.person(), id)).toBeRefused(enrolRefusals.keptForWaiting);
    expect((await enrol(second, id)).status).toBe(200);
    await expect(enrol(first, id)).toBeRefused(enrolRefusals.full);
    expect(await cardOf(first, id)).toMatchObject({ waitingPlace: 1, waitingCount: 1 });
    // Free once more, it is told once more.
    await leave(second, id);
    await offer();
    expect(await noticeKindsOf(community, first)).toEqual(['classes.seat-open', 'classes.seat-open']);
  });

  it('that no student took before the last hour is then open to all who wait', async () => {
    const { id, seated, first, second } = await fullClass({ startsIn: 70 });
    await leave(seated, id);
    await offer();
    community.setNow(minutesFromNow(18));
    await offer();
    expect(await noticeKindsOf(community, first)).toEqual(['classes.offer-lapsed']);
    expect(await noticeKindsOf(community, second)).toEqual(['classes.seat-open']);
  });

  it.each([
    ['the student has taken it', (id: string, first: Person) => enrol(first, id)],
    ['the student has declined it', (id: string, first: Person) => leave(first, id)],
    ['the class is cancelled', (id: string) => cancel(id)],
  ])('is told no more once %s, also not by the letter that waits', async (_when, end) => {
    const { id, seated, first } = await fullClass({ startsIn: 4 * 24 * 60, waiting: 1 });
    await sql`update users set email_verified = true where id = ${first.id}`.execute(community.db);
    await leave(seated, id);
    // At night, with time until noon: the letter waits for the morning.
    await offer();
    expect(await noticeKindsOf(community, first)).toEqual(['classes.seat-offered']);
    await end(id, first);
    expect(await noticeKindsOf(community, first)).not.toContain('classes.seat-offered');
    community.setNow(minutesFromNow(4 * 60));
    const letters = await mailDue(community);
    expect(letters.filter(({ to, subject }) => to === first.email && subject.includes('lugar'))).toEqual([]);
  });

  it('that is open to all is told no more to the student who took it, or who waits no more', async () => {
    const { id, seated, first, second } = await fullClass({ startsIn: 60 });
    await leave(seated, id);
    await offer();
    await enrol(first, id);
    await ask(second, 'DELETE', id, 'waiting');
    for (const person of [first, second]) expect(await noticeKindsOf(community, person)).toEqual([]);
  });

  it('is bought, not given, by a student whose plan does not include the class', async () => {
    const { id, seated, first } = await fullClass({ requiredTier: 'vip', priceCents: 500, waiting: 1 });
    await leave(seated, id);
    await offer();
    expect((await cardOf(first, id)).allowed.enrol).toBe(enrolRefusals.tierTooLow.code);
    await expect(enrol(first, id)).toBeRefused(enrolRefusals.tierTooLow);
    const bought = await community.request(first, 'POST', `/api/classes/${id}/seat-checkout`);
    expect(bought.status).toBe(200);
    expect(await cardOf(first, id)).toMatchObject({ isPaid: true, isEnrolled: false, seatsTaken: 1 });
    // The payment has its own time now: the offer no longer ends it.
    community.setNow(minutesFromNow(8 * 60));
    await offer();
    expect((await cardOf(first, id)).heldUntil).not.toBeNull();
    for (const handler of paymentJobs(community.providers).handlers ?? []) await community.runDue(handler);
    expect((await cardOf(first, id)).heldUntil).toBeNull();
  });

  it('that a waiting student buys in the last hour takes them off the list, and the next seat is still told', async () => {
    const { id, seated, first, second } = await fullClass({
      requiredTier: 'vip',
      priceCents: 500,
      startsIn: 60,
    });
    await leave(seated, id);
    await offer();
    expect((await community.request(first, 'POST', `/api/classes/${id}/seat-checkout`)).status).toBe(200);
    expect(await cardOf(first, id)).toMatchObject({ waitingPlace: null, isPaid: true });
    expect(await cardOf(second, id)).toMatchObject({ waitingPlace: 1 });
    await leave(first, id);
    await offer();
    expect(await noticeKindsOf(community, second)).toEqual(['classes.seat-open', 'classes.seat-open']);
  });

  it('goes to the next student when the first got a seat by another way', async () => {
    const { id, first, second } = await fullClass();
    await community.db.updateTable('classes').set({ maxStudents: 3 }).where('id', '=', id).execute();
    await insertSeats(community.db, id, first);
    await offer();
    expect(await cardOf(first, id)).toMatchObject({ isEnrolled: true, waitingPlace: null });
    expect((await cardOf(second, id)).heldUntil).not.toBeNull();
  });

  it('because the class got more seats is offered too', async () => {
    const { id, first, second } = await fullClass();
    const more = { version: 1, maxStudents: 3 };
    expect((await community.request(admin, 'PATCH', `/api/classes/${id}`, more)).status).toBe(200);
    await offer();
    for (const person of [first, second]) expect((await cardOf(person, id)).heldUntil).not.toBeNull();
  });

  it('is not offered to a kid whose guardian no longer consents', async () => {
    const id = await insertClass(community.db, teacher, { maxStudents: 2, targetAudience: 'kid' });
    const [seated, other, first, second] = await Promise.all(
      [1, 2, 3, 4].map(() => community.person({ ageGroup: 'kid' })),
    );
    await insertSeats(community.db, id, seated!, other!);
    for (const kid of [first!, second!]) expect((await wait(kid, id)).status).toBe(200);
    const revoked = { userId: first!.id, address: 'mama@example.org', askedAt: now, revokedAt: now };
    await community.db.insertInto('guardianConsents').values(revoked).execute();
    await leave(seated!, id);
    await offer();
    expect((await cardOf(second!, id)).heldUntil).not.toBeNull();
  });

  it('is not offered to a student whose plan ended, who is told, unless seats are sold', async () => {
    for (const priceCents of [null, 500]) {
      const { id, seated } = await fullClass({ waiting: 0, requiredTier: 'vip', priceCents });
      const [first, second] = [
        await community.person({ tier: 'vip' }),
        await community.person({ tier: 'vip' }),
      ];
      for (const person of [first, second]) expect((await wait(person, id)).status).toBe(200);
      await community.db.deleteFrom('userMemberships').where('userId', '=', first.id).execute();
      await leave(seated, id);
      await offer();
      const [next, dropped] = priceCents === null ? [second, first] : [first, null];
      expect((await cardOf(next, id)).heldUntil).not.toBeNull();
      expect(await noticeKindsOf(community, next)).toEqual(['classes.seat-offered']);
      if (dropped) expect(await noticeKindsOf(community, dropped)).toEqual(['classes.wait-tier-ended']);
    }
  });

  it('is not offered to the teacher to whom the class was handed over', async () => {
    const { id, seated } = await fullClass({ waiting: 0 });
    const substitute = await community.person({ role: 'teacher', verified: true });
    const second = await community.person();
    for (const person of [substitute, second]) expect((await wait(person, id)).status).toBe(200);
    const path = `/api/classes/${id}/teacher`;
    const given = await community.request(admin, 'PUT', path, { teacherId: substitute.id });
    expect(given.status).toBe(200);
    expect(await cardOf(second, id)).toMatchObject({ waitingPlace: 1, waitingCount: 1 });
    await leave(seated, id);
    await offer();
    expect((await cardOf(second, id)).heldUntil).not.toBeNull();
  });

  it('is not offered to a banned student', async () => {
    const { id, seated, first, second } = await fullClass();
    await community.db.updateTable('users').set({ bannedAt: now }).where('id', '=', first.id).execute();
    await leave(seated, id);
    await offer();
    expect((await cardOf(second, id)).heldUntil).not.toBeNull();
  });
});

describe('a class that students wait for', () => {
  it('tells them that it moved, that it was cancelled, and then has no waiting list', async () => {
    const { id, first } = await fullClass();
    const moved = { version: 1, date: '2099-05-04', time: '18:00' };
    expect((await community.request(admin, 'PATCH', `/api/classes/${id}`, moved)).status).toBe(200);
    await cancel(id);
    expect(await noticeKindsOf(community, first)).toEqual(['classes.moved', 'classes.cancelled']);
    await expect(wait(first, id)).toBeRefused(enrolRefusals.cancelled);
    await offer();
    expect((await cardOf(first, id)).waitingPlace).toBeNull();
  });

  it('offers a seat for less time once it moved to an earlier hour', async () => {
    const { id, seated, first } = await fullClass({ waiting: 1 });
    await leave(seated, id);
    await offer();
    expect((await cardOf(first, id)).heldUntil).toBe(minutesFromNow(6 * 60).toISOString());
    const sooner = { version: 1, date: '2026-11-20', time: '06:00', zone: 'America/Mexico_City' };
    expect((await community.request(admin, 'PATCH', `/api/classes/${id}`, sooner)).status).toBe(200);
    await offer();
    expect((await cardOf(first, id)).heldUntil).toBe(minutesFromNow(30).toISOString());
  });

  it('has no offers once it was cancelled', async () => {
    const { id, seated, first } = await fullClass();
    await leave(seated, id);
    await offer();
    await cancel(id);
    await offer();
    expect((await cardOf(first, id)).heldUntil).toBeNull();
  });

  it('takes a student whose clubs are paused off its list, and tells them', async () => {
    const { id, seated, first, second } = await fullClass({ kind: 'club' });
    for (let turn = 0; turn < 3; turn++) {
      const missed = await insertClass(community.db, teacher, {
        kind: 'club',
        startsAt: minutesFromNow(-60 * (turn + 1)),
      });
      await insertSeats(community.db, missed, first);
      expect((await community.request(teacher, 'POST', `/api/classes/${missed}/roll-closing`)).status).toBe(
        200,
      );
    }
    await leave(seated, id);
    await offer();
    expect((await cardOf(second, id)).heldUntil).not.toBeNull();
    expect((await cardOf(first, id)).waitingPlace).toBeNull();
    expect((await noticeKindsOf(community, first)).slice(-2)).toEqual([
      'classes.clubs-paused',
      'classes.wait-paused',
    ]);
  });

  it('has no waiting list from its start on, and tells those who still waited', async () => {
    const { id, seated, first, second } = await fullClass();
    community.setNow(minutesFromNow(24 * 60));
    await offer();
    const left = await community.db
      .selectFrom('classWaiting')
      .select('userId')
      .where('classId', '=', id)
      .execute();
    expect(left).toEqual([]);
    expect(await noticeKindsOf(community, first)).toEqual(['classes.wait-over']);
    expect(await noticeKindsOf(community, second)).toEqual(['classes.wait-over']);
    expect(await noticeKindsOf(community, seated)).toEqual([]);
  });
});
