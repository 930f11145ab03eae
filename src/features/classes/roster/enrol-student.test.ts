import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guardianFirst } from '#features/accounts/contract.ts';
import type { Ctx } from '#server/ctx.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import {
  classScene,
  insertClass,
  insertSeats,
  minutesFromNow,
  now,
  type SeatScene,
  seatScene,
  wrongSeats,
} from '../../../testing/class-scene.ts';
import type { Community, Person } from '../../../testing/community.ts';
import { asAnotherProcess } from '../../../testing/processes/as-another-process.ts';
import { raceForRows } from '../../../testing/races/race.ts';
import { withoutRowLocks } from '../../../testing/races/without-row-locks.ts';
import { noticeKindsOf, noticesOf } from '../../../testing/rows/notices-of.ts';
import { absenceRefusals, enrolRefusals, enrolStudent as operation, walkInRefusals } from '../contract.ts';
import { enrolInClass } from '../seats/enrol-in-class.ts';
import { offerSeats } from '../waiting/offer-seats.ts';
import { enrolStudent } from './enrol-student.ts';

let scene: SeatScene;
let community: Community;
let teacher: Person;
let give: SeatScene['give'];
beforeAll(async () => {
  scene = await seatScene();
  ({ community, teacher, give } = scene);
});
afterAll(() => community.close());

const wait = (id: string, person: Person) => community.request(person, 'POST', `/api/classes/${id}/waiting`);
const seatOf = (id: string, person: Person) =>
  community.db
    .selectFrom('classEnrollments')
    .select(['heldUntil', 'givenLate', 'attended'])
    .where('classId', '=', id)
    .where('userId', '=', person.id)
    .executeTakeFirst();

describe('enrolStudent', () => {
  it('counts no absence of a student who was given a seat when a club was too near to be left for free', async () => {
    const soon = { kind: 'club', startsAt: minutesFromNow(60), maxStudents: 6 } as const;
    const id = await insertClass(community.db, teacher, soon);
    const [leaving, missing] = [await community.person(), await community.person()];
    for (const person of [leaving, missing]) expect((await give(id, person)).status).toBe(200);
    const card = await (await community.request(leaving, 'GET', `/api/classes/${id}`)).json();
    expect(card).toMatchObject({ isEnrolled: true, leavesFreeUntil: null, allowed: { leave: null } });
    expect((await community.request(leaving, 'DELETE', `/api/classes/${id}/enrolment`)).status).toBe(200);

    community.setNow(minutesFromNow(90));
    expect((await community.request(teacher, 'POST', `/api/classes/${id}/roll-closing`)).status).toBe(200);
    community.setNow(now);
    const absences = community.db.selectFrom('classAbsences').select('userId').where('classId', '=', id);
    expect(await absences.execute()).toEqual([]);
  });

  it('counts no absence either where the seat was on offer to the student, who had not answered', async () => {
    const later = { kind: 'club', startsAt: minutesFromNow(4 * 60), maxStudents: 1 } as const;
    const id = await insertClass(community.db, teacher, later);
    const [seated, offered] = [await community.person(), await community.person()];
    await insertSeats(community.db, id, seated);
    await wait(id, offered);
    await scene.leave(seated, id);
    community.setNow(minutesFromNow(2 * 60));
    await community.runDue(offerSeats);
    expect((await give(id, offered)).status).toBe(200);
    community.setNow(now);
    expect(await seatOf(id, offered)).toMatchObject({ heldUntil: null, givenLate: true });
  });

  it('gives a student a seat before the start, tells them once and writes the act to the audit log', async () => {
    const id = await insertClass(community.db, teacher, { maxStudents: 2 });
    const ana = await community.person({ name: 'Ana' });
    expect((await answerOf(give(id, ana), operation)).items).toMatchObject([
      { name: 'Ana', attended: null, paid: false },
    ]);
    expect(await seatOf(id, ana)).toEqual({ heldUntil: null, givenLate: false, attended: null });
    // A second time nothing changes.
    expect((await give(id, ana, scene.admin)).status).toBe(200);
    expect(await scene.enrolled(id)).toEqual([ana.id]);
    expect(await noticesOf(scene.community, ana, 'classes.%')).toEqual([
      {
        kind: 'classes.seat-given',
        detail: { title: 'Conversación en inglés', startsAt: minutesFromNow(24 * 60).toISOString() },
        link: `/classes?class=${id}`,
      },
    ]);
    expect(await scene.actsOf(id)).toEqual([
      {
        act: 'classes.enrol-student',
        actorId: teacher.id,
        personId: ana.id,
        reason: null,
        detail: { title: 'Conversación en inglés' },
      },
    ]);
  });

  it('tells an administrator nothing of the seat that they give themselves', async () => {
    const id = await insertClass(community.db, teacher);
    expect((await give(id, scene.admin, scene.admin)).status).toBe(200);
    expect(await scene.enrolled(id)).toEqual([scene.admin.id]);
    expect(await noticesOf(scene.community, scene.admin, 'classes.%')).toEqual([]);
  });

  it('refuses another teacher, and changes nothing', async () => {
    const id = await insertClass(community.db, teacher);
    const other = await community.person({ role: 'teacher', verified: true });
    expect((await give(id, scene.student, other)).status).toBe(403);
    expect(await scene.enrolled(id)).toEqual([]);
  });

  it('refuses what enrolling refuses: a plan that is too low, a full class, one that has begun or was cancelled', async () => {
    const [ana, basic] = [await community.person(), await community.person({ tier: 'basic' })];
    const forBasic = await insertClass(community.db, teacher, { requiredTier: 'basic' });
    await expect(give(forBasic, ana)).toBeRefused(enrolRefusals.tierTooLow);
    expect((await give(forBasic, basic)).status).toBe(200);
    const full = await insertClass(community.db, teacher, { maxStudents: 1 });
    await insertSeats(community.db, full, basic);
    await expect(give(full, ana)).toBeRefused(enrolRefusals.full);
    const begun = await insertClass(community.db, teacher, { startsAt: now });
    await expect(give(begun, ana)).toBeRefused(enrolRefusals.alreadyStarted);
    const cancelled = await insertClass(community.db, teacher, { status: 'cancelled', cancelledAt: now });
    await expect(give(cancelled, ana)).toBeRefused(enrolRefusals.cancelled);
    expect(await noticesOf(scene.community, ana, 'classes.%')).toEqual([]);
  });

  it('refuses a person of another age group, a banned person and the teacher, and a kid until their guardian consents', async () => {
    const id = await insertClass(community.db, teacher);
    const kid = await community.person({ ageGroup: 'kid' });
    const banned = await community.person();
    await community.db.updateTable('users').set({ bannedAt: now }).where('id', '=', banned.id).execute();
    for (const person of [kid, banned, teacher]) {
      await expect(give(id, person, scene.admin)).toBeRefused(walkInRefusals.notForThisClass);
    }
    const forKids = await insertClass(community.db, teacher, { targetAudience: 'kid' });
    const asked = { userId: kid.id, address: 'mama@example.org', askedAt: now };
    await community.db.insertInto('guardianConsents').values(asked).execute();
    await expect(give(forKids, kid, scene.admin)).toBeRefused(guardianFirst);
    await community.db.updateTable('guardianConsents').set({ givenAt: now }).execute();
    expect((await give(forKids, kid, scene.admin)).status).toBe(200);
  });

  it('answers a teacher about a kid whom they could not find as about a person who does not exist', async () => {
    const id = await insertClass(community.db, teacher, { targetAudience: 'kid' });
    const [stranger, waits] = [
      await community.person({ ageGroup: 'kid' }),
      await community.person({ ageGroup: 'kid' }),
    ];
    for (const person of [stranger, { ...stranger, id: crypto.randomUUID() }]) {
      await expect(give(id, person)).toBeRefused(commonRefusals.notFound);
    }
    await community.db.insertInto('classWaiting').values({ classId: id, userId: waits.id }).execute();
    expect((await give(id, waits)).status).toBe(200);
    const found = `?${new URLSearchParams({ search: stranger.email })}`;
    const byAddress = await community.request(
      teacher,
      'PUT',
      `/api/classes/${id}/students/${stranger.id}${found}`,
    );
    expect(byAddress.status).toBe(200);
    expect(new Set(await scene.enrolled(id))).toEqual(new Set([stranger.id, waits.id]));
  });

  it('refuses a student whose clubs are paused, and says until when', async () => {
    const ana = await community.person();
    const missed = await Promise.all(
      [1, 2, 3].map(() => insertClass(community.db, teacher, { kind: 'club' })),
    );
    await community.db
      .insertInto('classAbsences')
      .values(
        missed.map((classId) => ({ classId, userId: ana.id, how: 'left-late' as const, recordedAt: now })),
      )
      .execute();
    const club = await insertClass(community.db, teacher, { kind: 'club' });
    const refused = await give(club, ana);
    expect(refused.status).toBe(absenceRefusals.clubsPaused.status);
    expect(await refused.json()).toMatchObject({
      code: absenceRefusals.clubsPaused.code,
      detail: { until: minutesFromNow(7 * 24 * 60).toISOString() },
    });
    const liveClass = await insertClass(community.db, teacher);
    expect((await give(liveClass, ana)).status).toBe(200);
  });

  it('gives no seat that a waiting student is owed, and the one that is offered to a student to that student', async () => {
    const [seated, first, second, stranger] = await Promise.all([1, 2, 3, 4].map(() => community.person()));
    const id = await insertClass(community.db, teacher, { maxStudents: 1 });
    await insertSeats(community.db, id, seated!);
    await wait(id, first!);
    await wait(id, second!);
    await scene.leave(seated!, id);
    for (const person of [first!, stranger!]) {
      await expect(give(id, person)).toBeRefused(enrolRefusals.keptForWaiting);
    }
    await community.runDue(offerSeats);
    const { waiting } = await scene.readRoster(id);
    expect(waiting.map(({ userId, refusal }) => [userId, refusal])).toEqual([
      [first!.id, null],
      [second!.id, enrolRefusals.full.code],
    ]);
    expect((await give(id, first!)).status).toBe(200);
    expect(await seatOf(id, first!)).toMatchObject({ heldUntil: null });
    // What they were told of the offer is over, and another student waits on.
    expect(await noticeKindsOf(scene.community, first!, 'classes.%')).toEqual(['classes.seat-given']);
    await expect(give(id, second!)).toBeRefused(enrolRefusals.full);
  });

  it('takes a waiting student off the list in the last hour, when a seat is open to all who wait', async () => {
    const [first, second] = [await community.person(), await community.person()];
    const id = await insertClass(community.db, teacher, { maxStudents: 1, startsAt: minutesFromNow(30) });
    await community.db
      .insertInto('classWaiting')
      .values([first, second].map(({ id: userId }) => ({ classId: id, userId })))
      .execute();
    expect((await give(id, second)).status).toBe(200);
    const waiting = await community.db
      .selectFrom('classWaiting')
      .select('userId')
      .where('classId', '=', id)
      .execute();
    expect(waiting).toEqual([{ userId: first.id }]);
  });

  it('leaves the seats counted as they are held', async () => {
    expect(await wrongSeats(community.db)).toEqual([]);
  });
});

describe('two organisers and a student who take the last seat at once', () => {
  /**
   * Each in another process, and all have begun before one of them commits. Answers the outcomes and the seats held.
   */
  async function lastSeat(change: (ctx: Ctx) => Ctx, withoutGuards?: string) {
    const one = await classScene({ people: 3, poolSize: 10, ...(withoutGuards && { withoutGuards }) });
    const { db } = one.community;
    const id = await insertClass(db, one.teacher, { maxStudents: 1 });
    const [ana, leo, zoe] = one.people.map((person) => person);
    const contextOf = async (person: Person) => change(await one.community.ctxFor(person));
    const [byTeacher, byAdmin, herself] = [
      await contextOf(one.teacher),
      await contextOf(one.admin),
      await contextOf(zoe!),
    ];
    const outcomes = await raceForRows<unknown>(db, 'classes', () => [
      enrolStudent(byTeacher, { id, userId: ana!.id }),
      enrolStudent(byAdmin, { id, userId: leo!.id }),
      enrolInClass(herself, id),
    ]);
    const held = await db.selectFrom('classEnrollments').select('userId').where('classId', '=', id).execute();
    const told = await db
      .selectFrom('notifications')
      .select('userId')
      .where('kind', '=', 'classes.seat-given')
      .execute();
    await one.community.close();
    const refused = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason.code] : [],
    );
    return {
      refused,
      held: held.map(({ userId }) => userId),
      told: told.map(({ userId }) => userId),
      zoe: zoe!,
    };
  }

  it('give it to one student, who alone is told of it', async () => {
    const { refused, held, told, zoe } = await lastSeat(asAnotherProcess);
    expect(refused).toEqual([enrolRefusals.full.code, enrolRefusals.full.code]);
    expect(held).toHaveLength(1);
    expect(told).toEqual(held.filter((userId) => userId !== zoe.id));
  });

  it('the control: without the lock and the constraint three students get the last seat', async () => {
    const unguarded = await lastSeat(withoutRowLocks, 'alter table classes drop constraint seats_fit');
    expect(unguarded.held).toHaveLength(3);
  });
});
