import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Db } from '#server/db/connect.ts';
import { type ClassScene, classScene, insertClass, insertSeats, now } from '../../../testing/class-scene.ts';
import type { Person } from '../../../testing/community.ts';
import { markOwnClasses } from './mark-own-classes.ts';

let scene: ClassScene;
beforeAll(async () => {
  scene = await classScene();
});
afterAll(() => scene.community.close());
beforeEach(async () => {
  for (const table of ['classReviews', 'classes'] as const) {
    await scene.community.db.deleteFrom(table).execute();
  }
});

type Make = (db: Db, person: Person) => Promise<unknown>;
const byTheTeacher = (db: Db) => insertClass(db, scene.teacher);

it.each<[string, Make]>([
  ['has a seat in', async (db, person) => insertSeats(db, await byTheTeacher(db), person)],
  [
    'waits for',
    async (db, { id: userId }) =>
      db
        .insertInto('classWaiting')
        .values({ classId: await byTheTeacher(db), userId })
        .execute(),
  ],
  [
    'missed',
    async (db, { id: userId }) =>
      db
        .insertInto('classAbsences')
        .values({ classId: await byTheTeacher(db), userId, how: 'missed', recordedAt: now })
        .execute(),
  ],
  [
    'reviewed',
    async (db, { id: userId }) =>
      db
        .insertInto('classReviews')
        .values({ classId: await byTheTeacher(db), userId, teacherId: scene.teacher.id, rating: 5 })
        .execute(),
  ],
  ['once taught', (db, person) => insertClass(db, person)],
])(
  'markOwnClasses gives a page up for a class that the reader %s and the page does not have, and keeps it for all others',
  async (_how, make) => {
    const { community } = scene;
    const [reader, other] = [await community.person(), await community.person()];
    await make(community.db, reader);
    const empty = { items: [], nextCursor: null };
    const markedFor = async (person: Person) =>
      markOwnClasses(await community.ctxFor(person), empty, { limit: 50 });
    expect(await markedFor(reader)).toBeNull();
    expect(await markedFor(other)).toEqual(empty);
  },
);
