import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import {
  type ClassScene,
  classScene,
  insertClass,
  insertSeats,
  minutesFromNow,
} from '../../../testing/class-scene.ts';
import type { Person } from '../../../testing/community.ts';
import { listClasses, listTodaysClasses, readClass } from '../contract.ts';

let scene: ClassScene;
beforeAll(async () => {
  scene = await classScene();
});
afterAll(() => scene.community.close());
beforeEach(async () => {
  await scene.community.db.deleteFrom('classes').execute();
});

async function titlesOf(reader: Person, path: string): Promise<string[]> {
  const operation = path.startsWith('/api/classes/today') ? listTodaysClasses : listClasses;
  const { items } = await answerOf(scene.community.request(reader, 'GET', path), operation);
  return items.map(({ title }) => title);
}

const add = (facts: Parameters<typeof insertClass>[2]) =>
  insertClass(scene.community.db, scene.teacher, facts);

describe('the languages of a list of classes', () => {
  beforeEach(async () => {
    const languages = ['en', 'fr', 'de', null] as const;
    for (const [at, language] of languages.entries()) {
      // Today in Mexico City, so that both lists hold them.
      await add({ title: String(language), kind: 'club', language, startsAt: minutesFromNow(60 + at) });
    }
  });

  it.each(['/api/classes?', '/api/classes/today?'])(
    '%s answers the languages the reader learns, one that they choose, or any',
    async (path) => {
      const reader = await scene.community.person({ languages: ['en', 'fr'] });
      expect(await titlesOf(reader, path)).toEqual(['en', 'fr', 'null']);
      expect(await titlesOf(reader, `${path}language=de`)).toEqual(['de', 'null']);
      expect(await titlesOf(reader, `${path}language=any`)).toEqual(['en', 'fr', 'de', 'null']);
    },
  );

  it('are all languages for a student who learns none in particular and for an administrator', async () => {
    const admin = await scene.community.person({ role: 'admin', languages: ['fr'] });
    for (const reader of [scene.student, admin]) {
      expect(await titlesOf(reader, '/api/classes')).toEqual(['en', 'fr', 'de', 'null']);
    }
  });

  it('never hide a class in which the student has a seat', async () => {
    const reader = await scene.community.person({ languages: ['fr'] });
    const { id } = await scene.community.db
      .selectFrom('classes')
      .select('id')
      .where('language', '=', 'de')
      .executeTakeFirstOrThrow();
    await insertSeats(scene.community.db, id, reader);
    expect(await titlesOf(reader, '/api/classes')).toEqual(['fr', 'de', 'null']);
  });
});

it('listClasses filters by kind, level, tier, teacher and the reader’s seats', async () => {
  const { community, student, teacher } = scene;
  const colleague = await community.person({ role: 'teacher', verified: true });
  await add({ title: 'club', kind: 'club', level: 'basic', startsAt: minutesFromNow(1) });
  await add({ title: 'advanced', level: 'advanced', startsAt: minutesFromNow(2) });
  await add({ title: 'vip', requiredTier: 'vip', startsAt: minutesFromNow(3) });
  await add({ title: 'colleague', createdBy: colleague.id, startsAt: minutesFromNow(4) });
  await insertSeats(community.db, await add({ title: 'mine', startsAt: minutesFromNow(5) }), student);
  const found = (query: string) => titlesOf(student, `/api/classes?${query}`);
  expect(await found('kind=club')).toEqual(['club']);
  // The others but the club are for every level.
  expect(await found('level=advanced')).toEqual(['advanced', 'vip', 'colleague', 'mine']);
  expect(await found('tier=vip')).toEqual(['vip']);
  expect(await found(`teacher=${colleague.id}`)).toEqual(['colleague']);
  expect(await found('seats=mine')).toEqual(['mine']);
  expect(await found(`kind=class&tier=free&teacher=${teacher.id}`)).toEqual(['advanced', 'mine']);
});

it('listClasses lists the classes in which the reader waits for a seat among their own, in every language, until they begin', async () => {
  const { community, teacher } = scene;
  const reader = await community.person({ languages: ['fr'] });
  const full = { maxStudents: 1, language: 'ko', createdBy: teacher.id } as const;
  const waited = await add({ ...full, title: 'waited', startsAt: minutesFromNow(60) });
  await add({ ...full, title: 'other', startsAt: minutesFromNow(61) });
  await insertSeats(community.db, waited, await community.person());
  expect((await community.request(reader, 'POST', `/api/classes/${waited}/waiting`)).status).toBe(200);
  expect(await titlesOf(reader, '/api/classes?seats=mine')).toEqual(['waited']);
  await community.db
    .updateTable('classes')
    .set({ startsAt: minutesFromNow(-1) })
    .where('id', '=', waited)
    .execute();
  expect(await titlesOf(reader, '/api/classes?seats=mine')).toEqual([]);
});

it('a cancelled class is listed only for the students who have a seat in it', async () => {
  const { community, student } = scene;
  const cancelled = {
    status: 'cancelled',
    cancelledAt: minutesFromNow(-1),
    cancelReason: 'Sin luz',
  } as const;
  const id = await add({ ...cancelled, title: 'cancelled', kind: 'club', startsAt: minutesFromNow(30) });
  const enrolled = await community.person();
  await insertSeats(community.db, id, enrolled);
  for (const path of ['/api/classes', '/api/classes/today']) {
    expect(await titlesOf(student, path)).toEqual([]);
    expect(await titlesOf(enrolled, path)).toEqual(['cancelled']);
  }
});

it('a class says whether its teacher has a public page', async () => {
  const { community, student, admin } = scene;
  const revoked = await community.person({ role: 'teacher' });
  const hasPage = async (createdBy: string) => {
    const id = await add({ createdBy });
    const { hasTeacherPage } = await answerOf(
      community.request(student, 'GET', `/api/classes/${id}`),
      readClass,
    );
    return hasTeacherPage;
  };
  expect(await hasPage(scene.teacher.id)).toBe(true);
  expect(await hasPage(admin.id)).toBe(false);
  expect(await hasPage(revoked.id)).toBe(false);
});
