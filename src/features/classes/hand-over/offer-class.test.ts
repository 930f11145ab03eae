import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Ctx } from '#server/ctx.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import {
  type ClassScene,
  classScene,
  insertClass,
  insertPaidSeat,
  insertSeats,
  minutesFromNow,
  now,
} from '../../../testing/class-scene.ts';
import type { Person } from '../../../testing/community.ts';
import { raceForTable } from '../../../testing/races/race.ts';
import { withoutRowLocks } from '../../../testing/races/without-row-locks.ts';
import { noticeKindsOf } from '../../../testing/rows/notices-of.ts';
import { goodPassword, personWithPassword } from '../../../testing/sign-in.ts';
import {
  changeRefusals,
  enrolRefusals,
  listOffers,
  offerClass,
  offerSeries,
  readManagedClass,
  seriesRefusals,
} from '../contract.ts';
import { answerOffer } from './answer-offer.ts';
import { endOffers } from './end-offers.ts';
import { handOverClass } from './hand-over-class.ts';
import { withdrawOffer } from './withdraw-offer.ts';

let scene: ClassScene;
let hugo: Person;
let vera: Person;
beforeAll(async () => {
  scene = await classScene();
  hugo = await scene.community.person({ role: 'teacher', verified: true, name: 'Hugo Paz' });
  vera = await scene.community.person({ role: 'teacher', verified: true, name: 'Vera Luz' });
});
afterAll(() => scene.community.close());

let classId: string;
beforeEach(async () => {
  scene.community.setNow(now);
  await insertOne();
});

/** The one class that there is: tomorrow, in English. */
async function insertOne(): Promise<void> {
  const { db } = scene.community;
  for (const table of ['classes', 'classSeries', 'notifications'] as const)
    await db.deleteFrom(table).execute();
  classId = await insertClass(db, scene.teacher, { title: 'Club de cine', language: 'en', level: 'basic' });
}

const send = (method: string, path: string, body: object | undefined, person: Person) =>
  scene.community.request(person, method, `/api/classes${path}`, body);

/** The offer that was made last, answered or not. */
let offerId: string;
async function offer(to: Person, by = scene.teacher): Promise<Response> {
  const made = await send('PUT', `/${classId}/offer`, { teacherId: to.id }, by);
  if (made.ok) offerId = (await answerOf(made, offerClass)).id;
  return made;
}
const answer = (accepted: boolean, by = hugo) => send('POST', `/offers/${offerId}/answer`, { accepted }, by);
const withdraw = (by = scene.teacher) => send('DELETE', `/offers/${offerId}`, undefined, by);

const offersOf = async (person: Person) =>
  (await answerOf(send('GET', '/offers', undefined, person), listOffers)).items;
const managedBy = (person: Person) =>
  answerOf(send('GET', `/managed/${classId}`, undefined, person), readManagedClass);
const row = () =>
  scene.community.db.selectFrom('classes').selectAll().where('id', '=', classId).executeTakeFirstOrThrow();

const kindsFor = async (person: Person) =>
  (await noticeKindsOf(scene.community, person)).map((kind) => kind.replace('classes.', ''));

/** The offer is over for both: it shows no more, its notice is taken back, and it cannot be accepted. */
async function expectOver(): Promise<void> {
  expect(await offersOf(hugo)).toEqual([]);
  expect(await kindsFor(hugo)).not.toContain('class-offered');
  await expect(answer(true)).toBeRefused(seriesRefusals.offerGone);
  const left = await scene.community.db.selectFrom('classOffers').select('id').execute();
  expect(left).toEqual([]);
}

it('offerClass changes nothing until the other teacher accepts, and both see what it is of', async () => {
  await insertSeats(scene.community.db, classId, scene.student);
  const made = await offer(hugo);
  expect(await made.json()).toEqual({ id: offerId, name: 'Hugo Paz' });
  expect(await row()).toMatchObject({ createdBy: scene.teacher.id, version: 1 });
  const shown = {
    id: offerId,
    classId,
    title: 'Club de cine',
    startsAt: minutesFromNow(24 * 60).toISOString(),
    weekdays: null,
    language: 'en',
    level: 'basic',
    targetAudience: 'adult',
    seatsTaken: 1,
    maxStudents: 12,
    overlapping: null,
  };
  expect(await offersOf(hugo)).toEqual([{ ...shown, to: 'me', name: 'Inés Ávila' }]);
  expect(await offersOf(scene.teacher)).toEqual([{ ...shown, to: 'them', name: 'Hugo Paz' }]);
  expect(await offersOf(vera)).toEqual([]);
  expect(await managedBy(scene.teacher)).toMatchObject({ offer: { id: offerId, name: 'Hugo Paz' } });
  expect(await managedBy(scene.admin)).toMatchObject({ offer: null });
  expect(await kindsFor(hugo)).toEqual(['class-offered']);
});

it('listOffers tells the teacher who is asked of their own class at that time, and not the one who asks', async () => {
  await offer(hugo);
  const insertAt = (minutes: number, teacher = hugo, facts: object = {}) => {
    const own = { title: 'Club de música', durationMinutes: 60, startsAt: minutesFromNow(minutes) };
    return insertClass(scene.community.db, teacher, { ...own, ...facts });
  };
  const start = 24 * 60;
  await insertAt(start - 60);
  await insertAt(start, hugo, { status: 'cancelled', cancelledAt: now });
  await insertAt(start, vera);
  expect((await offersOf(hugo))[0]?.overlapping).toBeNull();
  await insertAt(start - 15);
  expect((await offersOf(hugo))[0]?.overlapping).toEqual({
    title: 'Club de música',
    startsAt: minutesFromNow(start - 15).toISOString(),
  });
  expect((await offersOf(scene.teacher))[0]?.overlapping).toBeNull();
  expect((await answer(true)).status).toBe(200);
});

it('answerOffer gives the class, its roster and the share of its paid seats to the teacher who accepts', async () => {
  const { community, teacher, student } = scene;
  await insertPaidSeat(community.db, { classId, userId: student.id });
  await community.db.updateTable('payments').set({ teacherId: teacher.id }).execute();
  await offer(hugo);
  expect((await answer(true)).status).toBe(200);
  expect(await row()).toMatchObject({
    createdBy: hugo.id,
    handedOverAt: now,
    version: 2,
    changedAlone: false,
  });
  expect((await send('GET', `/${classId}/roster`, undefined, hugo)).status).toBe(200);
  await expect(send('GET', `/${classId}/roster`, undefined, teacher)).toBeRefused(commonRefusals.notAllowed);
  const payment = await community.db.selectFrom('payments').select('teacherId').executeTakeFirstOrThrow();
  expect(payment).toEqual({ teacherId: hugo.id });
  expect(await kindsFor(teacher)).toEqual(['given-to-another']);
  expect(await kindsFor(student)).toEqual(['other-teacher']);
  // The offer is answered, and the one who accepted needs no notice of it.
  expect(await kindsFor(hugo)).toEqual([]);
  await expect(answer(true)).toBeRefused(seriesRefusals.offerGone);
  const acts = await community.db
    .selectFrom('auditLines')
    .selectAll()
    .where('subject', '=', classId)
    .execute();
  expect(acts).toMatchObject([
    {
      act: 'classes.hand-over-class',
      actorId: hugo.id,
      personId: teacher.id,
      detail: { title: 'Club de cine', from: 'Inés Ávila', to: 'Hugo Paz' },
    },
  ]);
});

it('answerOffer leaves the class where it was when the other teacher declines, and tells who offered it', async () => {
  await offer(hugo);
  expect((await answer(false)).status).toBe(200);
  expect(await row()).toMatchObject({ createdBy: scene.teacher.id, version: 1 });
  expect(await kindsFor(scene.teacher)).toEqual(['class-offer-declined']);
  await expectOver();
});

it('answerOffer refuses a teacher who was not asked, a student, and a teacher who has a seat in the class', async () => {
  await offer(hugo);
  await expect(answer(true, vera)).toBeRefused(seriesRefusals.offerGone);
  await expect(answer(true, scene.teacher)).toBeRefused(seriesRefusals.offerGone);
  await expect(answer(true, scene.student)).toBeRefused(commonRefusals.notAllowed);
  await insertSeats(scene.community.db, classId, hugo);
  await expect(answer(true)).toBeRefused(changeRefusals.teacherHasSeat);
  // Once they have left their seat they can accept.
  await scene.community.db.deleteFrom('classEnrollments').execute();
  expect((await answer(true)).status).toBe(200);
});

it('withdrawOffer takes the offer of a class back with its notice, for the teacher who made it', async () => {
  await offer(hugo);
  for (const person of [hugo, scene.admin]) {
    await expect(withdraw(person)).toBeRefused(seriesRefusals.offerGone);
  }
  expect((await withdraw()).status).toBe(200);
  expect(await managedBy(scene.teacher)).toMatchObject({ offer: null });
  await expectOver();
  await expect(withdraw()).toBeRefused(seriesRefusals.offerGone);
});

it('offerClass to another teacher replaces the offer, and to the same one tells them once', async () => {
  await offer(hugo);
  const first = offerId;
  await offer(hugo);
  expect(offerId).toBe(first);
  expect(await kindsFor(hugo)).toEqual(['class-offered']);
  await offer(vera);
  expect(await kindsFor(hugo)).toEqual([]);
  expect(await offersOf(hugo)).toEqual([]);
  expect((await answer(true, vera)).status).toBe(200);
});

it('offerClass refuses another teacher’s class, who does not teach, and a class that has begun or was cancelled', async () => {
  await expect(offer(vera, hugo)).toBeRefused(commonRefusals.notAllowed);
  await expect(offer(hugo, scene.admin)).toBeRefused(commonRefusals.notAllowed);
  for (const person of [scene.teacher, scene.student, scene.admin])
    await expect(offer(person)).toBeRefused(changeRefusals.notATeacher);
  expect(await managedBy(scene.teacher)).toMatchObject({ allowed: { offer: null } });
  scene.community.setNow(minutesFromNow(24 * 60));
  await expect(offer(hugo)).toBeRefused(enrolRefusals.alreadyStarted);
  scene.community.setNow(now);
  await send('POST', `/${classId}/cancellation`, { reason: 'Enferma.' }, scene.teacher);
  await expect(offer(hugo)).toBeRefused(enrolRefusals.cancelled);
  expect(await managedBy(scene.teacher)).toMatchObject({ allowed: { offer: 'classes/cancelled' } });
});

describe('the offer of a class ends by itself when', () => {
  it.each<[string, () => Promise<Response>]>([
    [
      'it is cancelled',
      () => send('POST', `/${classId}/cancellation`, { reason: 'Enferma.' }, scene.teacher),
    ],
    ['it is deleted', () => send('DELETE', `/${classId}`, undefined, scene.teacher)],
    ['it moves', () => send('PATCH', `/${classId}`, { version: 1, time: '10:00' }, scene.teacher)],
    [
      'an administrator hands it over',
      () => send('PUT', `/${classId}/teacher`, { teacherId: vera.id }, scene.admin),
    ],
  ])('%s', async (_what, end) => {
    await offer(hugo);
    // A change of its words ends nothing.
    if (_what === 'it moves') {
      const renamed = await send('PATCH', `/${classId}`, { version: 1, title: 'Cine' }, scene.teacher);
      expect(renamed.status).toBe(200);
      expect(await offersOf(hugo)).toHaveLength(1);
      await scene.community.db.updateTable('classes').set({ version: 1 }).execute();
    }
    expect((await end()).status).toBe(200);
    await expectOver();
  });

  it('it begins', async () => {
    await offer(hugo);
    scene.community.setNow(minutesFromNow(24 * 60));
    expect(await offersOf(hugo)).toEqual([]);
    expect(await managedBy(scene.teacher)).toMatchObject({ offer: null });
    await expect(answer(true)).toBeRefused(seriesRefusals.offerGone);
    await endOffers(await scene.community.ctxFor());
    await expectOver();
  });

  it('the teacher who was asked deletes their account', async () => {
    const leaving = await personWithPassword(scene.community, { role: 'teacher', verified: true });
    await offer(leaving);
    const body = { password: goodPassword, typed: leaving.email };
    const gone = await scene.community.request(leaving, 'POST', '/api/privacy/deletion', body);
    expect(gone.status).toBe(200);
    expect(await managedBy(scene.teacher)).toMatchObject({ offer: null });
    expect(await scene.community.db.selectFrom('classOffers').select('id').execute()).toEqual([]);
  });
});

it('the offer of a class does not stand while either teacher may give no classes', async () => {
  await offer(hugo);
  const ban = ({ id }: Person, bannedAt: Date | null) =>
    scene.community.db.updateTable('users').set({ bannedAt }).where('id', '=', id).execute();
  await ban(scene.teacher, now);
  expect(await offersOf(hugo)).toEqual([]);
  await expect(answer(true)).toBeRefused(seriesRefusals.offerGone);
  await ban(scene.teacher, null);
  await ban(hugo, now);
  expect(await offersOf(scene.teacher)).toEqual([]);
  expect(await managedBy(scene.teacher)).toMatchObject({ offer: null });
  await ban(hugo, null);
  expect((await row()).createdBy).toBe(scene.teacher.id);
});

describe('one class of a series', () => {
  const form = {
    kind: 'club',
    title: 'English Coffee',
    description: 'Hablamos de la semana.',
    date: '2026-11-23',
    time: '12:00',
    zone: 'UTC',
    repeats: { weekdays: [1], until: null },
  };
  const rows = () => scene.community.db.selectFrom('classes').selectAll().orderBy('startsAt').execute();
  beforeEach(async () => {
    await scene.community.db.deleteFrom('classes').execute();
    expect((await send('POST', '', form, scene.teacher)).status).toBe(200);
    classId = (await rows())[1]?.id ?? '';
  });

  it('goes to the teacher who accepts it, and the series and its other classes stay where they are', async () => {
    expect(await managedBy(scene.teacher)).toMatchObject({ allowed: { offer: null, offerSeries: null } });
    await offer(hugo);
    expect(await offersOf(hugo)).toMatchObject([{ classId, weekdays: null }]);
    expect((await answer(true)).status).toBe(200);
    const after = await rows();
    expect(after.map(({ createdBy }) => createdBy === hugo.id)).toEqual([
      false,
      true,
      ...Array(6).fill(false),
    ]);
    expect(after.map(({ changedAlone }) => changedAlone)).toEqual([false, true, ...Array(6).fill(false)]);
    const series = await scene.community.db.selectFrom('classSeries').select('createdBy').execute();
    expect(series).toEqual([{ createdBy: scene.teacher.id }]);
    // The substitute may ask a third teacher for the evening, and not for the series.
    const refused = { offer: null, offerSeries: commonRefusals.notAllowed.code };
    expect(await managedBy(hugo)).toMatchObject({ allowed: refused });
    expect((await offer(vera, hugo)).status).toBe(200);
  });

  it('is offered beside its series, and its offer ends when the series is accepted or moves', async () => {
    await offer(vera);
    const ofClass = offerId;
    const { id: ofSeries } = await answerOf(
      send('PUT', `/${classId}/series/offer`, { teacherId: hugo.id }, scene.teacher),
      offerSeries,
    );
    expect(await offersOf(scene.teacher)).toHaveLength(2);
    const move = { version: 1, scope: 'all', time: '13:00' };
    expect((await send('PATCH', `/${classId}/series`, move, scene.teacher)).status).toBe(200);
    expect((await offersOf(scene.teacher)).map(({ id }) => id)).toEqual([ofSeries]);
    offerId = ofClass;
    await expect(answer(true, vera)).toBeRefused(seriesRefusals.offerGone);
    await offer(vera);
    expect((await send('POST', `/offers/${ofSeries}/answer`, { accepted: true }, hugo)).status).toBe(200);
    await expect(answer(true, vera)).toBeRefused(seriesRefusals.offerGone);
    expect(await kindsFor(vera)).toEqual([]);
  });
});

/**
 * The other teacher accepts twice while the one who offered withdraws and an administrator gives the class away, to
 * two; each has begun before another one commits. Whether it left its teacher once, the offer was answered or withdrawn
 * at most once, and none is left.
 */
async function race(change = (ctx: Ctx) => ctx): Promise<boolean> {
  await offer(hugo);
  const made = offerId;
  const as = async (person: Person) => change(await scene.community.ctxFor(person));
  const [receiver, admin, owner] = [await as(hugo), await as(scene.admin), await as(scene.teacher)];
  const ends = await raceForTable<unknown>(scene.community.db, 'classOffers', () => [
    answerOffer(receiver, made, true),
    answerOffer(receiver, made, true),
    withdrawOffer(owner, made),
    handOverClass(admin, classId, vera.id),
    handOverClass(admin, classId, hugo.id),
  ]);
  const answers = ends.slice(0, 3).filter(({ status }) => status === 'fulfilled');
  const left = await scene.community.db.selectFrom('classOffers').select('id').execute();
  const told = await kindsFor(scene.teacher);
  return answers.length <= 1 && left.length === 0 && told.join() === 'given-to-another';
}

it('a class on offer leaves its teacher once, when teachers and an administrator act at the same time', async () => {
  expect(await race()).toBe(true);
});

it('the control: without row locks the same class leaves its teacher twice', async () => {
  expect(await race(withoutRowLocks)).toBe(false);
});
