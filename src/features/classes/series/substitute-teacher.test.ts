import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { type ClassScene, classScene, now } from '../../../testing/class-scene.ts';
import type { Person } from '../../../testing/community.ts';
import { changeClass } from '../contract.ts';

let scene: ClassScene;
let substitute: Person;
beforeAll(async () => {
  scene = await classScene();
  substitute = await scene.community.person({ role: 'teacher', verified: true, name: 'Hugo Paz' });
});
afterAll(() => scene.community.close());

/**
 * `now` is a Friday. The series meets on Mondays at noon in UTC: eight classes are made, and the second is handed over.
 */
const form = {
  kind: 'club',
  title: 'English Coffee',
  description: 'Hablamos de la semana.',
  date: '2026-11-23',
  time: '12:00',
  zone: 'UTC',
  repeats: { weekdays: [1], until: null },
};

const send = (method: string, path: string, body: object, person: Person) =>
  scene.community.request(person, method, `/api/classes${path}`, body);

const rows = () => scene.community.db.selectFrom('classes').selectAll().orderBy('startsAt').execute();
const series = () =>
  scene.community.db.selectFrom('classSeries').selectAll().orderBy('startsOn').orderBy('id').execute();

let handedOver = '';
let another = '';
beforeEach(async () => {
  scene.community.setNow(now);
  const { db } = scene.community;
  for (const table of ['classes', 'classSeries', 'notifications'] as const)
    await db.deleteFrom(table).execute();
  expect((await send('POST', '', form, scene.teacher)).status).toBe(200);
  const [, second, third] = await rows();
  handedOver = second?.id ?? '';
  another = third?.id ?? '';
  const given = await send('PUT', `/${handedOver}/teacher`, { teacherId: substitute.id }, scene.admin);
  expect(given.status).toBe(200);
});

const change = (classId: string, body: object, person: Person) =>
  send('PATCH', `/${classId}/series`, { version: 2, ...body }, person);

/** What is stored of the series and its classes. */
const stored = async () => ({ classes: await rows(), series: await series() });

it('changeSeries refuses the teacher to whom one class of the series was handed, and changes nothing', async () => {
  const before = await stored();
  for (const scope of ['all', 'following']) {
    const body = { scope, meetLink: 'https://meet.example.org/mine', title: 'X', weekdays: [1, 2, 3, 4, 5] };
    await expect(change(handedOver, body, substitute)).toBeRefused(commonRefusals.notAllowed);
  }
  expect(await stored()).toEqual(before);
});

it('previewSeriesChange tells the teacher to whom one class of the series was handed nothing of the others', async () => {
  const preview = (person: Person) =>
    scene.community.request(person, 'GET', `/api/classes/${handedOver}/series/preview?scope=all&until=never`);
  await expect(preview(substitute)).toBeRefused(commonRefusals.notAllowed);
  expect((await preview(scene.admin)).status).toBe(200);
});

it('cancelSeries refuses the teacher to whom one class of the series was handed, and changes nothing', async () => {
  const before = await stored();
  for (const scope of ['all', 'following']) {
    const body = { scope, reason: 'Me voy' };
    await expect(send('POST', `/${handedOver}/series-cancellation`, body, substitute)).toBeRefused(
      commonRefusals.notAllowed,
    );
  }
  expect(await stored()).toEqual(before);
});

it('a class of another teacher’s series repeats for administrators, and stands alone for the teacher who gives it', async () => {
  const seen = async (person: Person) => {
    const answer = await send('PATCH', `/${handedOver}`, { version: 2, title: 'Por hoy' }, person);
    expect(answer.status).toBe(200);
    await scene.community.db
      .updateTable('classes')
      .set({ version: 2 })
      .where('id', '=', handedOver)
      .execute();
    return answerOf(answer, changeClass);
  };
  expect((await seen(substitute)).repeats).toBeNull();
  expect((await seen(scene.admin)).repeats).toEqual({ weekdays: [1], until: null });
});

it('changeSeries tells each teacher of a series of their own classes, also where an administrator begins with the one that was handed over', async () => {
  await scene.community.db.deleteFrom('notifications').execute();
  const answer = await change(handedOver, { scope: 'following', time: '15:00' }, scene.admin);
  expect(answer.status).toBe(200);
  const notices = await scene.community.db.selectFrom('notifications').select(['userId', 'kind']).execute();
  expect(Object.fromEntries(notices.map(({ userId, kind }) => [userId, kind]))).toEqual({
    [substitute.id]: 'classes.moved',
    [scene.teacher.id]: 'classes.series-moved',
  });
});

it('handOverSeries gives the classes of a substitute on, and leaves the series to its teacher', async () => {
  const vera = await scene.community.person({ role: 'teacher', verified: true, name: 'Vera Luz' });
  const body = { teacherId: vera.id, scope: 'following' };
  expect((await send('PUT', `/${handedOver}/series/teacher`, body, scene.admin)).status).toBe(200);
  expect((await rows()).map(({ createdBy }) => createdBy === vera.id)).toEqual([
    false,
    true,
    ...Array(6).fill(false),
  ]);
  expect((await series()).map(({ createdBy }) => createdBy)).toEqual([scene.teacher.id]);
  const title = { version: 1, scope: 'following', title: 'Café' };
  expect((await change(another, title, scene.teacher)).status).toBe(200);
});
