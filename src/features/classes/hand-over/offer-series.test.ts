import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Ctx } from '#server/ctx.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { type ClassScene, classScene, insertSeats, now } from '../../../testing/class-scene.ts';
import type { Person } from '../../../testing/community.ts';
import { raceForTable } from '../../../testing/races/race.ts';
import { withoutRowLocks } from '../../../testing/races/without-row-locks.ts';
import { noticeKindsOf } from '../../../testing/rows/notices-of.ts';
import { changeRefusals, enrolRefusals, listOffers, offerSeries, seriesRefusals } from '../contract.ts';
import { answerOffer } from './answer-offer.ts';
import { endOffers } from './end-offers.ts';
import { handOverSeries } from './hand-over-series.ts';
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

/** `now` is a Friday. The series meets on Mondays at noon in UTC: eight classes are made. */
const form = {
  kind: 'club',
  title: 'English Coffee',
  description: 'Hablamos de la semana.',
  date: '2026-11-23',
  time: '12:00',
  zone: 'UTC',
  repeats: { weekdays: [1], until: null },
};

const send = (method: string, path: string, body: object | undefined, person: Person) =>
  scene.community.request(person, method, `/api/classes${path}`, body);

async function startSeries(): Promise<void> {
  const { db } = scene.community;
  for (const table of ['classes', 'classSeries', 'notifications'] as const)
    await db.deleteFrom(table).execute();
  expect((await send('POST', '', form, scene.teacher)).status).toBe(200);
}

beforeEach(async () => {
  scene.community.setNow(now);
  await startSeries();
});

const rows = () => scene.community.db.selectFrom('classes').selectAll().orderBy('startsAt').execute();
const idOf = async (n: number): Promise<string> => (await rows())[n]?.id ?? '';

/** Whose the classes are, by start. */
async function teachers(): Promise<string> {
  const letters = new Map([
    [scene.teacher.id, 't'],
    [hugo.id, 'h'],
    [vera.id, 'v'],
  ]);
  return (await rows()).map(({ createdBy }) => letters.get(createdBy)).join('');
}

/** The offer that was made last, answered or not. */
let offerId: string;
async function offer(to: Person, by = scene.teacher, n = 0): Promise<Response> {
  const made = await send('PUT', `/${await idOf(n)}/series/offer`, { teacherId: to.id }, by);
  if (made.ok) offerId = (await answerOf(made, offerSeries)).id;
  return made;
}
const answer = (accepted: boolean, by = hugo) => send('POST', `/offers/${offerId}/answer`, { accepted }, by);
const withdraw = (by = scene.teacher) => send('DELETE', `/offers/${offerId}`, undefined, by);

const offersOf = async (person: Person) =>
  (await answerOf(send('GET', '/offers', undefined, person), listOffers)).items;

const kindsFor = async (person: Person) =>
  (await noticeKindsOf(scene.community, person)).map((kind) => kind.replace('classes.', ''));

it('offerSeries changes nothing until the other teacher accepts, and both see it on their desk', async () => {
  expect((await offer(hugo)).status).toBe(200);
  expect(await teachers()).toBe('tttttttt');
  const [first] = await rows();
  const shown = { classId: first?.id, title: 'English Coffee', weekdays: [1] };
  const name = { startsAt: first?.startsAt.toISOString() };
  expect(await offersOf(hugo)).toMatchObject([{ ...shown, ...name, to: 'me' }]);
  expect(await offersOf(scene.teacher)).toMatchObject([{ ...shown, to: 'them', name: 'Hugo Paz' }]);
  expect(await offersOf(vera)).toEqual([]);
  expect(await kindsFor(hugo)).toEqual(['series-offered']);
});

it('answerOffer gives every class to come to the teacher who accepts, and tells the others once', async () => {
  for (const n of [1, 3]) await insertSeats(scene.community.db, await idOf(n), scene.student);
  await offer(hugo);
  expect((await answer(true)).status).toBe(200);
  expect(await teachers()).toBe('hhhhhhhh');
  expect(await kindsFor(scene.teacher)).toEqual(['series-given-to-another']);
  expect(await kindsFor(scene.student)).toEqual(['series-other-teacher']);
  // The offer is answered, and the one who accepted needs no notice of it.
  expect(await kindsFor(hugo)).toEqual([]);
  expect(await offersOf(hugo)).toEqual([]);
  await expect(answer(true)).toBeRefused(seriesRefusals.offerGone);
  const acts = await scene.community.db
    .selectFrom('auditLog')
    .select(['actorId', 'personId'])
    .where('act', '=', 'classes.hand-over-series')
    .where('subject', '=', await idOf(0))
    .execute();
  expect(acts).toEqual([{ actorId: hugo.id, personId: scene.teacher.id }]);
});

it('answerOffer leaves the series where it was when the other teacher declines, and tells who offered it', async () => {
  await offer(hugo);
  expect((await answer(false)).status).toBe(200);
  expect(await teachers()).toBe('tttttttt');
  expect(await kindsFor(scene.teacher)).toEqual(['series-offer-declined']);
  await expect(answer(true)).toBeRefused(seriesRefusals.offerGone);
});

it('answerOffer refuses a teacher who was not asked, one who has a seat, and the series of a banned teacher', async () => {
  await offer(hugo);
  await expect(answer(true, vera)).toBeRefused(seriesRefusals.offerGone);
  await expect(answer(true, scene.student)).toBeRefused(commonRefusals.notAllowed);
  await insertSeats(scene.community.db, await idOf(5), hugo);
  await expect(answer(true)).toBeRefused(changeRefusals.teacherHasSeat);
  // Refused, it can be accepted later.
  expect(await offersOf(hugo)).toHaveLength(1);
  await scene.community.db.deleteFrom('classEnrollments').execute();
  const ban = (bannedAt: Date | null) =>
    scene.community.db.updateTable('users').set({ bannedAt }).where('id', '=', scene.teacher.id).execute();
  await ban(now);
  await expect(answer(true)).toBeRefused(seriesRefusals.offerGone);
  await ban(null);
  expect(await teachers()).toBe('tttttttt');
});

it('withdrawOffer takes the offer back with its notice, for the teacher who made it', async () => {
  await offer(hugo);
  await expect(withdraw(hugo)).toBeRefused(seriesRefusals.offerGone);
  expect((await withdraw()).status).toBe(200);
  expect(await kindsFor(hugo)).toEqual([]);
  await expect(answer(true)).toBeRefused(seriesRefusals.offerGone);
});

it('offerSeries to another teacher replaces the offer, and to the same one tells them once', async () => {
  await offer(hugo);
  await offer(hugo);
  expect(await kindsFor(hugo)).toEqual(['series-offered']);
  await offer(vera);
  expect(await kindsFor(hugo)).toEqual([]);
  expect(await offersOf(hugo)).toEqual([]);
  expect((await answer(true, vera)).status).toBe(200);
});

it('offerSeries refuses another teacher’s series, oneself, a student, an administrator who does not teach, and a past class', async () => {
  await expect(offer(vera, hugo)).toBeRefused(commonRefusals.notAllowed);
  await expect(offer(hugo, scene.admin)).toBeRefused(commonRefusals.notAllowed);
  for (const person of [scene.teacher, scene.student, scene.admin])
    await expect(offer(person)).toBeRefused(changeRefusals.notATeacher);
  // One class of the series was handed to a teacher, who cannot offer the series.
  await send('PUT', `/${await idOf(2)}/teacher`, { teacherId: hugo.id }, scene.admin);
  await expect(offer(vera, hugo, 2)).toBeRefused(commonRefusals.notAllowed);
  scene.community.setNow(new Date('2026-11-23T12:10:00Z'));
  await expect(offer(hugo)).toBeRefused(enrolRefusals.alreadyStarted);
});

it('an offer goes along when the teacher changes the series, and ends when an administrator hands it over', async () => {
  await offer(hugo);
  const version = (await rows())[0]?.version;
  const changes = { version, scope: 'all', time: '13:00' };
  expect((await send('PATCH', `/${await idOf(0)}/series`, changes, scene.teacher)).status).toBe(200);
  expect(await offersOf(hugo)).toHaveLength(1);
  const given = { teacherId: vera.id, scope: 'all' };
  expect((await send('PUT', `/${await idOf(0)}/series/teacher`, given, scene.admin)).status).toBe(200);
  await expect(answer(true)).toBeRefused(seriesRefusals.offerGone);
  expect(await kindsFor(hugo)).toEqual([]);
  expect(await teachers()).toBe('vvvvvvvv');
});

/** The offer is over for both: it shows no more, its notice is taken back, and its row is gone. */
async function expectOver(): Promise<void> {
  expect(await offersOf(hugo)).toEqual([]);
  expect(await kindsFor(hugo)).not.toContain('series-offered');
  expect(await scene.community.db.selectFrom('classOffers').select('id').execute()).toEqual([]);
}

it('the offer of a series ends as its teacher cancels all of it, and stays while a class of it is to come', async () => {
  await offer(hugo);
  const cancel = async (n: number, scope: string) =>
    send('POST', `/${await idOf(n)}/series-cancellation`, { reason: 'Enferma.', scope }, scene.teacher);
  expect((await cancel(3, 'following')).status).toBe(200);
  expect(await offersOf(hugo)).toHaveLength(1);
  expect(await kindsFor(hugo)).toContain('series-offered');
  expect((await cancel(0, 'all')).status).toBe(200);
  await expectOver();
});

it('endOffers ends the offer of a series of which its teacher has no class to come', async () => {
  await offer(hugo);
  await endOffers(await scene.community.ctxFor());
  expect(await offersOf(hugo)).toHaveLength(1);
  // A substitute has one of its classes, which is not its teacher's to offer.
  const [substituted, ...others] = await rows();
  await send('PUT', `/${substituted?.id}/teacher`, { teacherId: vera.id }, scene.admin);
  for (const { id } of others)
    expect((await send('POST', `/${id}/cancellation`, { reason: 'Enferma.' }, scene.teacher)).status).toBe(
      200,
    );
  expect(await kindsFor(hugo)).toContain('series-offered');
  await endOffers(await scene.community.ctxFor());
  await expectOver();
});

/**
 * The other teacher accepts twice while the one who offered withdraws and an administrator gives the series away, to
 * two; each has begun before another one commits. Whether it left its teacher at most once, whole, and no offer is
 * left.
 */
async function race(change = (ctx: Ctx) => ctx): Promise<boolean> {
  const id = await idOf(0);
  await offer(hugo);
  const as = async (person: Person) => change(await scene.community.ctxFor(person));
  const [receiver, admin, owner] = [await as(hugo), await as(scene.admin), await as(scene.teacher)];
  const giveTo = ({ id: teacherId }: Person) => handOverSeries(admin, id, { teacherId, scope: 'all' });
  const made = offerId;
  const { db } = scene.community;
  await raceForTable<unknown>(db, 'classOffers', () => [
    answerOffer(receiver, made, true),
    giveTo(vera),
    answerOffer(receiver, made, true),
    giveTo(hugo),
    withdrawOffer(owner, made),
  ]);
  const series = await db.selectFrom('classSeries').select('id').execute();
  const left = await db.selectFrom('classOffers').select('id').execute();
  const kinds = await kindsFor(scene.teacher);
  return (
    new Set(await teachers()).size === 1 && series.length === 1 && left.length === 0 && kinds.length === 1
  );
}

it('a series on offer changes hands once, when teachers and an administrator act at the same time', async () => {
  expect(await race()).toBe(true);
});

it('the control: without row locks the same series changes hands twice', async () => {
  expect(await race(withoutRowLocks)).toBe(false);
});
