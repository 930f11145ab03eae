import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import {
  type ClassScene,
  classScene,
  defaultRules,
  insertClass,
  insertPaidSeat,
  insertSeats,
  minutesFromNow,
  now,
} from '../../../testing/class-scene.ts';
import type { Community, Person } from '../../../testing/community.ts';
import { noticeKindsOf } from '../../../testing/rows/notices-of.ts';
import { buySeat, readClass, readOwnAbsences, readRoster } from '../contract.ts';
import { offerSeats } from '../waiting/offer-seats.ts';

let scene: ClassScene;
let community: Community;
beforeAll(async () => {
  scene = await classScene();
  ({ community } = scene);
});
afterEach(() => community.setNow(now));
afterAll(() => community.close());

const soon = { kind: 'club', startsAt: minutesFromNow(120), maxStudents: 6 } as const;

async function seatIn(person: Person, facts: Parameters<typeof insertClass>[2] = soon): Promise<string> {
  const id = await insertClass(community.db, scene.teacher, facts);
  await insertSeats(community.db, id, person);
  return id;
}

async function ask(person: Person, method: string, path: string, body?: unknown) {
  const answer = await community.request(person, method, path, body);
  const answered: unknown = await answer.json();
  return { status: answer.status, body: answered };
}
const get = (person: Person, path: string) => community.request(person, 'GET', `/api/classes${path}`);
const leave = (person: Person, id: string) => ask(person, 'DELETE', `/api/classes/${id}/enrolment`);
const leaveLate = (person: Person, id: string, explanation: unknown = null) =>
  ask(person, 'POST', `/api/classes/${id}/late-leaving`, { explanation });
const absencesOf = (person: Person) => answerOf(get(person, '/absences'), readOwnAbsences);
/** Those without a seat now, as the roll names them. */
const lateLeaversOf = async (id: string) =>
  (await answerOf(get(scene.teacher, `/${id}/roster`), readRoster)).leftLate;
const cardOf = (person: Person, id: string) => answerOf(get(person, `/${id}`), readClass);

describe('leaveClass', () => {
  it('refuses to leave a club less than three hours before, and keeps the seat', async () => {
    const ana = await community.person();
    const id = await seatIn(ana);
    expect(await cardOf(ana, id)).toMatchObject({
      leavesFreeUntil: minutesFromNow(-60).toISOString(),
      allowed: { leave: 'classes/leaves-late' },
    });
    expect(await leave(ana, id)).toMatchObject({ status: 409, body: { code: 'classes/leaves-late' } });
    expect(await cardOf(ana, id)).toMatchObject({ isEnrolled: true });
    expect((await absencesOf(ana)).items).toEqual([]);
  });

  it('leaves without an absence three hours before a club, a class at any time, and a bought seat', async () => {
    const ana = await community.person();
    const mayNotTeach = await community.person({ role: 'teacher' });
    for (const facts of [
      { ...soon, startsAt: minutesFromNow(180) },
      { ...soon, kind: 'class' as const },
      { ...soon, movedAt: new Date(Date.now() + 60_000) },
      { ...soon, createdBy: mayNotTeach.id },
    ]) {
      expect(await leave(ana, await seatIn(ana, facts))).toMatchObject({ status: 200 });
    }
    const bought = await insertClass(community.db, scene.teacher, soon);
    await insertPaidSeat(community.db, { classId: bought, userId: ana.id });
    expect(await cardOf(ana, bought)).toMatchObject({ leavesFreeUntil: null, allowed: { leave: null } });
    expect(await leave(ana, bought)).toMatchObject({ status: 200 });
    expect((await absencesOf(ana)).items).toEqual([]);
  });

  it('goes by the hours that administrators set', async () => {
    const ana = await community.person();
    const id = await seatIn(ana);
    await ask(scene.admin, 'PUT', '/api/classes/rules', { ...defaultRules, freeHours: 2 });
    expect(await leave(ana, id)).toMatchObject({ status: 200 });
    await ask(scene.admin, 'PUT', '/api/classes/rules', defaultRules);
  });
});

describe('leaveLate', () => {
  it('frees the seat at once, records the absence, and offers the seat to a student who waits', async () => {
    const [ana, leo] = [await community.person(), await community.person()];
    const id = await seatIn(ana, { ...soon, maxStudents: 1 });
    expect((await ask(leo, 'POST', `/api/classes/${id}/waiting`)).status).toBe(200);
    expect(await leaveLate(ana, id, { reason: 'work' })).toMatchObject({
      status: 200,
      body: { isEnrolled: false, seatsTaken: 0 },
    });
    await offerSeats.run(await community.ctxFor(), id);
    expect(await cardOf(leo, id)).toMatchObject({ heldUntil: expect.any(String) });
    expect(await absencesOf(ana)).toMatchObject({
      counted: 1,
      pausedUntil: null,
      items: [
        { classId: id, how: 'left-late', reason: 'work', reasonFrom: 'student', words: null, excused: false },
      ],
    });
    expect(await lateLeaversOf(id)).toMatchObject([{ userId: ana.id, absence: { reason: 'work' } }]);
  });

  it('excuses a power cut by itself, and counts no absence in time', async () => {
    const ana = await community.person();
    await leaveLate(ana, await seatIn(ana), { reason: 'power' });
    expect(await absencesOf(ana)).toMatchObject({ counted: 0, items: [{ excused: true }] });
    await leaveLate(ana, await seatIn(ana, { ...soon, startsAt: minutesFromNow(200) }));
    expect((await absencesOf(ana)).items).toHaveLength(1);
  });

  it('records one absence for a student who leaves a club late, takes a seat again and leaves again', async () => {
    const ana = await community.person();
    const id = await seatIn(ana);
    await leaveLate(ana, id, { reason: 'other', words: 'Visita' });
    expect(await lateLeaversOf(id)).toHaveLength(1);
    expect((await ask(ana, 'POST', `/api/classes/${id}/enrolment`)).status).toBe(200);
    expect(await lateLeaversOf(id)).toEqual([]);
    await leaveLate(ana, id);
    expect(await absencesOf(ana)).toMatchObject({ counted: 1, items: [{ words: 'Visita' }] });
  });

  it('keeps its absence where an organiser gives the seat back, the student does not come and the roll is closed', async () => {
    const ana = await community.person();
    const id = await seatIn(ana);
    await leaveLate(ana, id);
    expect((await ask(scene.teacher, 'PUT', `/api/classes/${id}/students/${ana.id}`)).status).toBe(200);
    community.setNow(minutesFromNow(121));
    const marks = [{ userId: ana.id, attended: false }];
    await ask(scene.teacher, 'PUT', `/api/classes/${id}/attendance`, { marks });
    expect((await ask(scene.teacher, 'POST', `/api/classes/${id}/roll-closing`)).status).toBe(200);
    expect(await absencesOf(ana)).toMatchObject({ counted: 1, items: [{ how: 'left-late' }] });
  });

  it('is forgotten when the club is cancelled or moved', async () => {
    const ana = await community.person();
    for (const change of [
      { status: 'cancelled', cancelledAt: now } as const,
      { startsAt: minutesFromNow(600) },
    ]) {
      const id = await seatIn(ana);
      await leaveLate(ana, id);
      expect((await absencesOf(ana)).counted).toBe(1);
      await community.db.updateTable('classes').set(change).where('id', '=', id).execute();
      expect((await absencesOf(ana)).items).toEqual([]);
    }
  });

  it('tells the administrators a reason that comes once the host may not give classes any more', async () => {
    const [ana, former] = [
      await community.person(),
      await community.person({ role: 'teacher', verified: true }),
    ];
    const id = await seatIn(ana, { ...soon, createdBy: former.id });
    const { db } = community;
    expect((await leaveLate(ana, id)).status).toBe(200);
    await db.updateTable('users').set({ bannedAt: now }).where('id', '=', former.id).execute();
    const explanation = { reason: 'illness', words: null };
    expect((await ask(ana, 'PUT', `/api/classes/${id}/absence`, explanation)).status).toBe(200);
    const told = db
      .selectFrom('notifications')
      .select('userId')
      .where('kind', '=', 'classes.absence-explained')
      .where('about', '=', id);
    expect(await told.execute()).toEqual([{ userId: scene.admin.id }]);
  });

  it('refuses bad reasons and changes nothing', async () => {
    const ana = await community.person();
    const id = await seatIn(ana);
    for (const explanation of [{ reason: 'none' }, { reason: 'other', words: 'x'.repeat(301) }, 'power']) {
      expect((await leaveLate(ana, id, explanation)).status).toBe(400);
    }
    expect(await cardOf(ana, id)).toMatchObject({ isEnrolled: true });
  });

  it('refuses once the club has begun', async () => {
    const ana = await community.person();
    const id = await seatIn(ana);
    community.setNow(minutesFromNow(120));
    expect(await leaveLate(ana, id)).toMatchObject({
      status: 409,
      body: { code: 'classes/already-started' },
    });
  });
});

describe('a late leaving that an organiser judges', () => {
  it('takes back the notice of its pause when it is excused, and tells of it in its own words when it counts again', async () => {
    const ana = await community.person();
    const ids = [await seatIn(ana), await seatIn(ana), await seatIn(ana)];
    const kinds = () => noticeKindsOf(community, ana);
    const judge = async (id: string, excused: boolean) => {
      const body = { reason: null, excused };
      const { status } = await ask(scene.teacher, 'PUT', `/api/classes/${id}/absences/${ana.id}`, body);
      expect(status).toBe(200);
    };
    for (const id of ids) await leaveLate(ana, id);
    expect(await kinds()).toEqual(['classes.paused-by-leaving']);
    await judge(ids[0]!, true);
    expect(await kinds()).toEqual(['classes.absence-excused']);
    await judge(ids[1]!, true);
    await judge(ids[0]!, false);
    expect((await kinds()).at(-1)).toBe('classes.left-late');
    await judge(ids[1]!, false);
    expect((await kinds()).at(-1)).toBe('classes.paused-by-leaving');
    await judge(ids[0]!, true);
    expect(await kinds()).not.toContain('classes.left-late');
  });
});

describe('a pause of clubs', () => {
  it('begins with the third absence in 30 days: no seat and no place in a waiting list of a club', async () => {
    const ana = await community.person();
    const [kept, club, aClass] = [
      await seatIn(ana, { ...soon, startsAt: minutesFromNow(24 * 60) }),
      await insertClass(community.db, scene.teacher, { ...soon, startsAt: minutesFromNow(24 * 60) }),
      await insertClass(community.db, scene.teacher, { startsAt: minutesFromNow(24 * 60) }),
    ];
    const full = await seatIn(await community.person(), { ...soon, maxStudents: 1 });
    for (let turn = 0; turn < 3; turn++) {
      expect(await cardOf(ana, club)).toMatchObject({ pausedUntil: null, allowed: { enrol: null } });
      await leaveLate(ana, await seatIn(ana));
    }
    const until = minutesFromNow(7 * 24 * 60).toISOString();
    expect(await absencesOf(ana)).toMatchObject({ counted: 3, pausedUntil: until });
    const refused = { status: 409, body: { code: 'classes/clubs-paused', detail: { until } } };
    expect(await ask(ana, 'POST', `/api/classes/${club}/enrolment`)).toMatchObject(refused);
    expect(await ask(ana, 'POST', `/api/classes/${full}/waiting`)).toMatchObject(refused);
    expect(await cardOf(ana, club)).toMatchObject({
      pausedUntil: until,
      allowed: { enrol: 'classes/clubs-paused' },
    });
    expect(await cardOf(ana, full)).toMatchObject({ allowed: { wait: 'classes/clubs-paused' } });
    // Classes go on, and seats that are held already stay.
    expect((await ask(ana, 'POST', `/api/classes/${aClass}/enrolment`)).status).toBe(200);
    expect(await cardOf(ana, kept)).toMatchObject({ isEnrolled: true, allowed: { enrol: null } });
    const notices = await community.db
      .selectFrom('notifications')
      .select(['kind', 'detail'])
      .where('userId', '=', ana.id)
      .execute();
    // They were missed at no club: none of these has begun.
    expect(notices).toMatchObject([{ kind: 'classes.paused-by-leaving', detail: { until, count: 3 } }]);
    community.setNow(minutesFromNow(7 * 24 * 60));
    const later = await insertClass(community.db, scene.teacher, {
      ...soon,
      startsAt: minutesFromNow(8 * 24 * 60),
    });
    expect((await ask(ana, 'POST', `/api/classes/${later}/enrolment`)).status).toBe(200);
  });

  it('sells no seat of a club to a student whose tier is too low, and sells classes', async () => {
    const ana = await community.person();
    const sold = { requiredTier: 'vip', priceCents: 500, startsAt: minutesFromNow(24 * 60) } as const;
    const [club, begun, aClass] = [
      await insertClass(community.db, scene.teacher, { ...soon, ...sold }),
      await insertClass(community.db, scene.teacher, { ...soon, ...sold }),
      await insertClass(community.db, scene.teacher, sold),
    ];
    const buy = (id: string) => ask(ana, 'POST', `/api/classes/${id}/seat-checkout`);
    const path = `/api/classes/${begun}/seat-checkout`;
    const { paymentId } = await answerOf(community.request(ana, 'POST', path), buySeat);
    for (let turn = 0; turn < 3; turn++) await leaveLate(ana, await seatIn(ana));
    const until = minutesFromNow(7 * 24 * 60).toISOString();
    const refused = { status: 409, body: { code: 'classes/clubs-paused', detail: { until } } };
    expect(await cardOf(ana, club)).toMatchObject({
      allowed: { enrol: 'classes/tier-too-low', buy: 'classes/clubs-paused' },
    });
    expect(await buy(club)).toMatchObject(refused);
    // The seat that the student began to pay for before is booked: the same checkout goes on, and no new one begins.
    expect(await cardOf(ana, begun)).toMatchObject({ isPaid: true, allowed: { buy: null } });
    expect(await buy(begun)).toMatchObject({ status: 200, body: { paymentId } });
    community.setNow(minutesFromNow(40));
    expect(await buy(begun)).toMatchObject(refused);
    expect(await cardOf(ana, aClass)).toMatchObject({ allowed: { buy: null } });
    expect((await buy(aClass)).status).toBe(200);
  });

  it('takes an offered seat from no student, but they cannot accept it, and the list goes on without them', async () => {
    const [ana, leo, holder] = await Promise.all([1, 2, 3].map(() => community.person()));
    const id = await seatIn(holder!, {
      ...soon,
      startsAt: minutesFromNow(10 * 60),
      maxStudents: 1,
    });
    await ask(ana!, 'POST', `/api/classes/${id}/waiting`);
    await ask(leo!, 'POST', `/api/classes/${id}/waiting`);
    for (let turn = 0; turn < 3; turn++) await leaveLate(ana!, await seatIn(ana!));
    await leave(holder!, id);
    await offerSeats.run(await community.ctxFor(), id);
    expect(await cardOf(leo!, id)).toMatchObject({ heldUntil: expect.any(String) });
    expect(await cardOf(ana!, id)).toMatchObject({ waitingPlace: null });
  });

  it('refuses a seat that was offered before it began', async () => {
    const [ana, holder] = [await community.person(), await community.person()];
    const id = await seatIn(holder, { ...soon, startsAt: minutesFromNow(10 * 60), maxStudents: 1 });
    await ask(ana, 'POST', `/api/classes/${id}/waiting`);
    await leave(holder, id);
    await offerSeats.run(await community.ctxFor(), id);
    for (let turn = 0; turn < 3; turn++) await leaveLate(ana, await seatIn(ana));
    expect(await cardOf(ana, id)).toMatchObject({ allowed: { enrol: 'classes/clubs-paused' } });
    expect((await ask(ana, 'POST', `/api/classes/${id}/enrolment`)).body).toMatchObject({
      code: 'classes/clubs-paused',
    });
  });
});
