import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import {
  insertClass,
  insertPaidSeat,
  minutesFromNow,
  now,
  type SeatScene,
  seatScene,
  wrongSeats,
} from '../../../testing/class-scene.ts';
import type { Community, Person } from '../../../testing/community.ts';
import { enrolRefusals, listClasses, waitRefusals } from '../contract.ts';

let community: Community;
let teacher: Person;
let student: Person;
let enrol: SeatScene['enrol'];
let leave: SeatScene['leave'];
let enrolled: SeatScene['enrolled'];
beforeAll(async () => {
  ({ community, teacher, student, enrol, leave, enrolled } = await seatScene());
});
afterAll(() => community.close());

describe('enrolInClass', () => {
  it('takes one seat and tells browsers to read the classes again', async () => {
    const id = await insertClass(community.db, teacher);
    const answer = await enrol(student, id);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ classId: id, isEnrolled: true, seatsTaken: 1 });
    expect(await enrolled(id)).toEqual([student.id]);
    const event = await community.db
      .selectFrom('events')
      .select(['kind', 'audience'])
      .where('subject', '=', id)
      .execute();
    expect(event).toEqual([{ kind: 'classes.changed', audience: null }]);
  });

  it('keeps one seat without an error when a student enrols twice, also once the class is full, begun or above the tier', async () => {
    const id = await insertClass(community.db, teacher, { maxStudents: 1 });
    await enrol(student, id);
    await community.db
      .updateTable('classes')
      .set({ requiredTier: 'vip', startsAt: minutesFromNow(-5) })
      .where('id', '=', id)
      .execute();
    const again = await enrol(student, id);
    expect(again.status).toBe(200);
    expect(await again.json()).toEqual({ classId: id, isEnrolled: true, seatsTaken: 1 });
    expect(await enrolled(id)).toEqual([student.id]);
  });

  it('refuses a visitor', async () => {
    const id = await insertClass(community.db, teacher);
    await expect(enrol(null, id)).toBeRefused(commonRefusals.signInFirst);
  });

  it('keeps a free seat for each student who waits in the last hour, and gives those beyond them to others', async () => {
    const id = await insertClass(community.db, teacher, { maxStudents: 3, startsAt: minutesFromNow(50) });
    const [waits, first, second, third] = [
      await community.person(),
      await community.person(),
      await community.person(),
      await community.person(),
    ];
    await community.db.insertInto('classWaiting').values({ classId: id, userId: waits.id }).execute();
    const card = await community.request(first, 'GET', `/api/classes/${id}`);
    expect(await card.json()).toMatchObject({
      waitingCount: 1,
      allowed: { enrol: null, wait: waitRefusals.notFull.code },
    });
    expect((await enrol(first, id)).status).toBe(200);
    expect((await enrol(second, id)).status).toBe(200);
    await expect(enrol(third, id)).toBeRefused(enrolRefusals.keptForWaiting);
    expect((await enrol(waits, id)).status).toBe(200);
    expect(await enrolled(id)).toEqual([first.id, second.id, waits.id]);
  });

  it('refuses a student whose tier is too low', async () => {
    const id = await insertClass(community.db, teacher, { requiredTier: 'premium' });
    const basic = await community.person({ tier: 'basic' });
    const premium = await community.person({ tier: 'premium' });
    const vip = await community.person({ tier: 'vip' });
    await expect(enrol(student, id)).toBeRefused(enrolRefusals.tierTooLow);
    await expect(enrol(basic, id)).toBeRefused(enrolRefusals.tierTooLow);
    expect((await enrol(premium, id)).status).toBe(200);
    expect((await enrol(vip, id)).status).toBe(200);
    expect(await enrolled(id)).toEqual([premium.id, vip.id]);
  });

  it('answers 404 for a class of another age group, whatever its language', async () => {
    const forKids = await insertClass(community.db, teacher, { targetAudience: 'kid' });
    const german = await insertClass(community.db, teacher, { language: 'de' });
    const learnsFrench = await community.person({ languages: ['fr'] });
    await expect(enrol(student, forKids)).toBeRefused(commonRefusals.notFound);
    expect((await enrol(learnsFrench, german)).status).toBe(200);
    const kid = await community.person({ ageGroup: 'kid' });
    await expect(enrol(kid, german)).toBeRefused(commonRefusals.notFound);
    expect((await enrol(kid, forKids)).status).toBe(200);
    expect(await enrolled(german)).toEqual([learnsFrench.id]);
  });

  it('lets an administrator into classes of their own age group, in any language', async () => {
    const admin = await community.person({ role: 'admin', languages: ['fr'] });
    const forKids = await insertClass(community.db, teacher, { targetAudience: 'kid' });
    const german = await insertClass(community.db, teacher, { language: 'de' });
    await expect(enrol(admin, forKids)).toBeRefused(enrolRefusals.otherAudience);
    expect((await enrol(admin, german)).status).toBe(200);
  });

  it('refuses a student from the start of the class on', async () => {
    const begun = await insertClass(community.db, teacher, { startsAt: now });
    const inAMoment = await insertClass(community.db, teacher, { startsAt: new Date(now.getTime() + 1) });
    await expect(enrol(student, begun)).toBeRefused(enrolRefusals.alreadyStarted);
    expect((await enrol(student, inAMoment)).status).toBe(200);
  });

  it('refuses a student in a cancelled class', async () => {
    const id = await insertClass(community.db, teacher, { status: 'cancelled', cancelledAt: now });
    await expect(enrol(student, id)).toBeRefused(enrolRefusals.cancelled);
  });

  it('refuses a student in a full class, and changes nothing', async () => {
    const id = await insertClass(community.db, teacher, { maxStudents: 1 });
    const quicker = await community.person();
    await enrol(quicker, id);
    await expect(enrol(student, id)).toBeRefused(enrolRefusals.full);
    expect(await enrolled(id)).toEqual([quicker.id]);
  });

  it('refuses the teacher of the class, and accepts another teacher', async () => {
    const id = await insertClass(community.db, teacher);
    const colleague = await community.person({ role: 'teacher', verified: true });
    await expect(enrol(teacher, id)).toBeRefused(enrolRefusals.ownClass);
    expect((await enrol(colleague, id)).status).toBe(200);
  });

  it('answers 404 for an unknown class and 422 for an id that is no UUID', async () => {
    await expect(enrol(student, '019a0000-0000-7000-8000-000000000000')).toBeRefused(commonRefusals.notFound);
    await expect(enrol(student, 'today')).toBeRefused(commonRefusals.badInput);
  });
});

describe('a student with as many clubs ahead as they may have', () => {
  const most = 2;
  const insertClub = (facts: Parameters<typeof insertClass>[2] = {}) =>
    insertClass(community.db, teacher, { kind: 'club', ...facts });
  const wait = (person: Person, id: string) =>
    community.request(person, 'POST', `/api/classes/${id}/waiting`);
  beforeAll(() => community.db.updateTable('classRules').set({ clubsAhead: most }).execute());
  afterAll(() => community.db.updateTable('classRules').set({ clubsAhead: 10 }).execute());

  it('gets no seat in another club, and no place in its list, until one of theirs begins or they leave it', async () => {
    const person = await community.person();
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => insertClub()));
    const full = await insertClub({ maxStudents: 2, startsAt: minutesFromNow(30) });
    for (const other of [await community.person(), await community.person()]) await enrol(other, full);
    expect((await wait(person, full)).status).toBe(200);
    expect((await enrol(person, first!)).status).toBe(200);
    await expect(enrol(person, second!)).toBeRefused(enrolRefusals.tooManyClubs, {
      until: minutesFromNow(30).toISOString(),
    });
    const fullToo = await insertClub({ maxStudents: 2 });
    for (const other of [await community.person(), await community.person()]) await enrol(other, fullToo);
    await expect(wait(person, fullToo)).toBeRefused(enrolRefusals.tooManyClubs);
    // The same with what they have already.
    expect((await wait(person, full)).status).toBe(200);
    expect((await enrol(person, first!)).status).toBe(200);
    expect(await enrolled(second!)).toEqual([]);
    await leave(person, first!);
    expect((await enrol(person, second!)).status).toBe(200);
    await expect(enrol(person, third!)).toBeRefused(enrolRefusals.tooManyClubs);
    await community.db.updateTable('classes').set({ startsAt: now }).where('id', '=', second!).execute();
    expect((await enrol(person, third!)).status).toBe(200);
  });

  it('takes a seat that is offered or that an organiser gives, and enrols in classes; bought seats and cancelled clubs are not counted', async () => {
    const person = await community.person();
    const [bought, called, free, first, offered] = await Promise.all([1, 2, 3, 4, 5].map(() => insertClub()));
    await insertPaidSeat(community.db, { classId: bought!, userId: person.id });
    expect((await enrol(person, called!)).status).toBe(200);
    const cancelled = { status: 'cancelled', cancelledAt: now } as const;
    await community.db.updateTable('classes').set(cancelled).where('id', '=', called!).execute();
    expect((await enrol(person, first!)).status).toBe(200);
    const held = { classId: offered!, userId: person.id, heldUntil: minutesFromNow(20) };
    await community.db.insertInto('classEnrollments').values(held).execute();
    await expect(enrol(person, free!)).toBeRefused(enrolRefusals.tooManyClubs);
    expect((await enrol(person, offered!)).status).toBe(200);
    const given = await community.request(teacher, 'PUT', `/api/classes/${free}/students/${person.id}`);
    expect(given.status).toBe(200);
    expect((await enrol(person, await insertClass(community.db, teacher))).status).toBe(200);
  });

  it('has a club less to book while they pay for a seat, and one more again once it is paid', async () => {
    const person = await community.person();
    const [paying, first, second] = await Promise.all([1, 2, 3].map(() => insertClub()));
    const heldUntil = minutesFromNow(20);
    await insertPaidSeat(community.db, { classId: paying!, userId: person.id, heldUntil });
    expect((await enrol(person, first!)).status).toBe(200);
    await expect(enrol(person, second!)).toBeRefused(enrolRefusals.tooManyClubs);
    await community.db
      .updateTable('classEnrollments')
      .set({ heldUntil: null })
      .where('classId', '=', paying!)
      .execute();
    expect((await enrol(person, second!)).status).toBe(200);
  });

  it('reads on every club, alone and in lists, that it is one too many, and until when', async () => {
    const person = await community.person();
    const [first, second, third] = await Promise.all(
      [300, 310, 320].map((minutes) => insertClub({ startsAt: minutesFromNow(minutes) })),
    );
    const list = async () => {
      const answer = await community.request(person, 'GET', '/api/classes?kind=club&limit=50');
      const { items } = await answerOf(answer, listClasses);
      return items.find(({ id }) => id === third);
    };
    await enrol(person, first!);
    expect(await list()).toMatchObject({ bookedUpUntil: null, allowed: { enrol: null } });
    await enrol(person, second!);
    const bookedUp = {
      bookedUpUntil: minutesFromNow(300).toISOString(),
      allowed: { enrol: enrolRefusals.tooManyClubs.code },
    };
    expect(await list()).toMatchObject(bookedUp);
    expect(await (await community.request(person, 'GET', `/api/classes/${third}`)).json()).toMatchObject(
      bookedUp,
    );
    await leave(person, first!);
    expect(await list()).toMatchObject({ bookedUpUntil: null, allowed: { enrol: null } });
  });
});

describe('a seat that is held for a payment', () => {
  async function hold(classId: string, person: Person): Promise<void> {
    const heldUntil = minutesFromNow(30);
    await insertPaidSeat(community.db, { classId, userId: person.id, heldUntil });
  }

  it('is not an enrolment yet, and blocks the seat for other students', async () => {
    const id = await insertClass(community.db, teacher, { maxStudents: 1, requiredTier: 'vip' });
    await hold(id, student);
    const card = await community.request(student, 'GET', `/api/classes/${id}`);
    expect(await card.json()).toMatchObject({
      isEnrolled: false,
      heldUntil: minutesFromNow(30).toISOString(),
      allowed: { enrol: 'classes/tier-too-low', leave: null },
    });
    await expect(enrol(student, id)).toBeRefused(enrolRefusals.tierTooLow);
    const other = await community.person({ tier: 'vip' });
    await expect(enrol(other, id)).toBeRefused(enrolRefusals.full);
  });

  it('becomes an enrolment once the tier of the student reaches', async () => {
    const id = await insertClass(community.db, teacher, { maxStudents: 2, requiredTier: 'vip' });
    const member = await community.person({ tier: 'vip' });
    await hold(id, member);
    // The seat of another who still has to pay stays as it is.
    await hold(id, student);
    const answer = await enrol(member, id);
    expect(await answer.json()).toEqual({ classId: id, isEnrolled: true, seatsTaken: 2 });
    const seats = await community.db
      .selectFrom('classEnrollments')
      .select(['userId', 'heldUntil', 'paymentId'])
      .where('classId', '=', id)
      .execute();
    expect(seats).toHaveLength(2);
    expect(seats).toEqual(
      expect.arrayContaining([
        { userId: member.id, heldUntil: null, paymentId: null },
        { userId: student.id, heldUntil: minutesFromNow(30), paymentId: expect.any(String) },
      ]),
    );
    expect(await wrongSeats(community.db)).toEqual([]);
  });

  it('can be given back by the student', async () => {
    const id = await insertClass(community.db, teacher, { requiredTier: 'vip' });
    await hold(id, student);
    expect(await (await leave(student, id)).json()).toEqual({
      classId: id,
      isEnrolled: false,
      seatsTaken: 0,
    });
    expect(await wrongSeats(community.db)).toEqual([]);
  });
});

it('the counted seats equal the enrolments after all tests of enrolling and leaving', async () => {
  expect(await wrongSeats(community.db)).toEqual([]);
});
