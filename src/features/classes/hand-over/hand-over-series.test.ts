import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Ctx } from '#server/ctx.ts';
import { commonRefusals } from '#shared/refusal.ts';
import {
  type ClassScene,
  classScene,
  insertPaidSeat,
  insertSeats,
  now,
} from '../../../testing/class-scene.ts';
import type { Person } from '../../../testing/community.ts';
import { raceForRows } from '../../../testing/races/race.ts';
import { withoutRowLocks } from '../../../testing/races/without-row-locks.ts';
import { noticesOf } from '../../../testing/rows/notices-of.ts';
import { changeRefusals, enrolRefusals } from '../contract.ts';
import { extendSeries } from '../series/extend-series.ts';
import { handOverSeries } from './hand-over-series.ts';

let scene: ClassScene;
let hugo: Person;
let vera: Person;
beforeAll(async () => {
  scene = await classScene();
  hugo = await scene.community.person({ role: 'teacher', verified: true, name: 'Hugo Paz' });
  vera = await scene.community.person({ role: 'teacher', verified: true, name: 'Vera Luz' });
});
afterAll(() => scene.community.close());

/** `now` is Friday 20 November 2026. The series meets on Mondays at noon in UTC, without an end. */
const form = {
  kind: 'club',
  title: 'English Coffee',
  description: 'Hablamos de la semana.',
  date: '2026-11-23',
  time: '12:00',
  zone: 'UTC',
  repeats: { weekdays: [1], until: null },
};

const send = (method: string, path: string, body: object, person: Person | null = scene.admin) =>
  scene.community.request(person, method, `/api/classes${path}`, body);

beforeEach(async () => {
  scene.community.setNow(now);
  const { db } = scene.community;
  for (const table of ['classes', 'classSeries', 'notifications'] as const)
    await db.deleteFrom(table).execute();
  expect((await send('POST', '', form, scene.teacher)).status).toBe(200);
});

const rows = () => scene.community.db.selectFrom('classes').selectAll().orderBy('startsAt').execute();

async function idOf(n: number): Promise<string> {
  return (await rows())[n]?.id ?? '';
}

/** Whose the classes are, by start. */
async function teachers(): Promise<string> {
  const letters = new Map([
    [scene.teacher.id, 't'],
    [hugo.id, 'h'],
    [vera.id, 'v'],
  ]);
  return (await rows()).map(({ createdBy }) => letters.get(createdBy)).join('');
}

const handOver = async (
  n: number,
  {
    to = hugo,
    scope = 'following',
    by = scene.admin,
  }: { to?: Person; scope?: string; by?: Person | null } = {},
) => send('PUT', `/${await idOf(n)}/series/teacher`, { teacherId: to.id, scope }, by);

it('handOverSeries gives a class, those that follow and those made later to another teacher, with their shares', async () => {
  const { db } = scene.community;
  await insertPaidSeat(db, { classId: await idOf(3), userId: scene.student.id });
  await db.updateTable('payments').set({ teacherId: scene.teacher.id }).execute();
  expect((await handOver(2)).status).toBe(200);
  expect(await teachers()).toBe('tthhhhhh');
  const { teacherId } = await db.selectFrom('payments').select('teacherId').executeTakeFirstOrThrow();
  expect(teacherId).toBe(hugo.id);
  scene.community.setNow(new Date(now.getTime() + 14 * 24 * 3600_000));
  await extendSeries(await scene.community.ctxFor());
  expect(await teachers()).toBe('tthhhhhhhh');
  // The classes of the new series are theirs to change, and no longer of the teacher before.
  const version = (await rows())[4]?.version;
  const body = { version, scope: 'following', title: 'Café' };
  expect((await send('PATCH', `/${await idOf(4)}/series`, body, scene.teacher)).status).toBe(403);
  expect((await send('PATCH', `/${await idOf(4)}/series`, body, hugo)).status).toBe(200);
});

it('handOverSeries tells each student, and each of the two teachers, once', async () => {
  for (const n of [1, 2, 4]) await insertSeats(scene.community.db, await idOf(n), scene.student);
  await handOver(0, { scope: 'all' });
  const startsAt = (await rows())[0]?.startsAt.toISOString();
  const own = { title: 'English Coffee', startsAt };
  const detail = { ...own, name: 'Hugo Paz' };
  expect(await noticesOf(scene.community, hugo)).toEqual([
    { kind: 'classes.series-given-to-you', detail: own, link: `/admin/classes?class=${await idOf(0)}` },
  ]);
  expect(await noticesOf(scene.community, scene.teacher)).toEqual([
    { kind: 'classes.series-given-to-another', detail, link: null },
  ]);
  expect(await noticesOf(scene.community, scene.student)).toEqual([
    {
      kind: 'classes.series-other-teacher',
      detail: { ...detail, startsAt: (await rows())[1]?.startsAt.toISOString(), others: 2 },
      link: '/classes?tab=upcoming',
    },
  ]);
  const acts = await scene.community.db
    .selectFrom('auditLines')
    .select(['personId', 'detail'])
    .where('act', '=', 'classes.hand-over-series')
    .where('subject', '=', await idOf(0))
    .execute();
  expect(acts).toMatchObject([{ personId: hugo.id, detail: { to: 'Hugo Paz', classes: 8 } }]);
});

it('handOverSeries includes a class that was changed by itself, and leaves one that another teacher gives', async () => {
  await send('PATCH', `/${await idOf(2)}`, { version: 1, time: '15:00' }, scene.teacher);
  await send('PUT', `/${await idOf(4)}/teacher`, { teacherId: vera.id });
  await handOver(1);
  expect(await teachers()).toBe('thhhvhhh');
});

it('handOverSeries refuses a teacher who asks, a student as the new teacher, and a teacher with a seat in one of them', async () => {
  await expect(handOver(0, { by: scene.teacher })).toBeRefused(commonRefusals.notAllowed);
  await expect(handOver(0, { to: scene.student })).toBeRefused(changeRefusals.notATeacher);
  await insertSeats(scene.community.db, await idOf(5), hugo);
  await expect(handOver(0)).toBeRefused(changeRefusals.teacherHasSeat);
  expect(await teachers()).toBe('tttttttt');
  const series = await scene.community.db.selectFrom('classSeries').select('createdBy').execute();
  expect(series).toEqual([{ createdBy: scene.teacher.id }]);
});

it('handOverSeries refuses to begin with a class that was cancelled or is over, and changes nothing', async () => {
  const { community } = scene;
  await community.db
    .updateTable('classes')
    .set({ status: 'cancelled', cancelledAt: now })
    .where('id', '=', await idOf(2))
    .execute();
  await expect(handOver(2)).toBeRefused(enrolRefusals.cancelled);
  community.setNow(new Date('2026-11-23T18:00:00Z'));
  await expect(handOver(0)).toBeRefused(changeRefusals.alreadyOver);
  expect(await teachers()).toBe('tttttttt');
});

/** Two administrators give the same series to two teachers, each twice and all at the same time. */
async function race(change = (ctx: Ctx) => ctx) {
  const { db } = scene.community;
  const id = await idOf(0);
  const ctx = change(await scene.community.ctxFor(scene.admin));
  const outcomes = await raceForRows(db, 'classSeries', () =>
    [hugo, vera, hugo, vera].map(({ id: teacherId }) => handOverSeries(ctx, id, { teacherId, scope: 'all' })),
  );
  const notices = await noticesOf(scene.community, scene.teacher);
  const series = await db.selectFrom('classSeries').select('id').execute();
  return {
    given: outcomes.filter(({ status }) => status === 'fulfilled').length,
    notices: notices.length,
    series: series.length,
    whole: new Set(await teachers()).size === 1,
  };
}

it('handOverSeries goes to one of the teachers to whom administrators give a series at the same time', async () => {
  expect(await race()).toEqual({ given: 1, notices: 1, series: 1, whole: true });
});

it('the control: without row locks several administrators are told that they gave it', async () => {
  expect((await race(withoutRowLocks)).given).toBe(4);
});

it('a series of a teacher who lost their rights is given without its links', async () => {
  const { community } = scene;
  const gone = await community.person({ role: 'teacher', verified: true });
  const meetLink = 'https://meet.example.org/abc';
  await community.db.updateTable('classSeries').set({ createdBy: gone.id, meetLink }).execute();
  await community.db.updateTable('classes').set({ createdBy: gone.id, meetLink }).execute();
  await community.db.updateTable('users').set({ bannedAt: now }).where('id', '=', gone.id).execute();
  const answer = await send('PUT', `/${await idOf(0)}/series/teacher`, {
    teacherId: hugo.id,
    scope: 'all',
  });
  expect(answer.status).toBe(200);
  expect((await rows()).map(({ createdBy, meetLink }) => [createdBy, meetLink])).toEqual(
    (await rows()).map(() => [hugo.id, null]),
  );
  const series = await community.db.selectFrom('classSeries').select(['createdBy', 'meetLink']).execute();
  expect(series).toEqual([{ createdBy: hugo.id, meetLink: null }]);
});
