import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import {
  type ClassScene,
  classScene,
  insertClass,
  insertSeats,
  minutesFromNow,
} from '../../../testing/class-scene.ts';
import type { Person } from '../../../testing/community.ts';
import { noticesOf } from '../../../testing/rows/notices-of.ts';
import { readClass } from '../contract.ts';

let scene: ClassScene;
beforeAll(async () => {
  scene = await classScene();
});
afterAll(() => scene.community.close());

const ask = async (person: Person, method: string, path: string, body?: unknown) =>
  scene.community.request(person, method, path, body);

it('a student whose age group changed before the roll was closed rates the class, and is told of no notes', async () => {
  const { community, teacher, admin, student: other } = scene;
  const changed = await community.person();
  const id = await insertClass(community.db, teacher, { startsAt: minutesFromNow(-90), durationMinutes: 60 });
  const running = await insertClass(community.db, teacher, { startsAt: minutesFromNow(-5) });
  await insertSeats(community.db, id, changed, other);
  await insertSeats(community.db, running, changed);
  const written = { notes: 'Hablamos del futuro.', phrases: [], version: 0 };
  const marks = [changed, other].map((student) => ({ userId: student.id, attended: true }));
  for (const [person, method, path, body] of [
    [admin, 'PUT', `/api/people/${changed.id}/age-group`, { ageGroup: 'kid' }],
    [teacher, 'PUT', `/api/classes/${id}/notes`, written],
    [teacher, 'PUT', `/api/classes/${id}/attendance`, { marks }],
    [teacher, 'POST', `/api/classes/${id}/roll-closing`, undefined],
  ] as const) {
    expect((await ask(person, method, path, body)).status).toBe(200);
  }
  expect(await noticesOf(community, other, 'classes.%')).toMatchObject([{ kind: 'classes.notes-written' }]);
  expect(await noticesOf(community, changed, 'classes.%')).toMatchObject([
    { kind: 'classes.review-wanted', link: `/classes?class=${id}&rate=1` },
  ]);
  expect(await answerOf(ask(changed, 'GET', `/api/classes/${id}`), readClass)).toMatchObject({
    hasNotes: false,
    allowed: { review: null },
  });
  const review = { rating: 5, words: null, mayQuote: false };
  expect((await ask(changed, 'PUT', `/api/classes/${id}/review`, review)).status).toBe(200);
  expect((await ask(changed, 'GET', `/api/classes/${running}`)).status).toBe(404);
});
