import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { type ClassScene, classScene } from '../../../testing/class-scene.ts';
import type { Person } from '../../../testing/community.ts';
import { insertReview } from '../../../testing/rows/insert-review.ts';
import { listTeacherReviews } from '../contract.ts';
import { classData } from '../own-data.ts';

let scene: ClassScene;
beforeAll(async () => {
  scene = await classScene();
});
afterAll(() => scene.community.close());

it('erasing what classes hold of a person forgets the reports about their reviews, and none about those of others', async () => {
  const { community, teacher, student } = scene;
  const [ana, leo] = [await community.person(), await community.person()];
  for (const author of [ana, leo])
    await insertReview(community.db, { teacher, author }, { rating: 2, words: author.id });
  const { items } = await answerOf(
    community.request(null, 'GET', `/api/teachers/${teacher.id}/reviews`),
    listTeacherReviews,
  );
  const keyOf = ({ id }: Person) => items.find(({ words }) => words === id)?.key ?? '';
  for (const { key } of items) {
    const answer = await community.request(student, 'POST', '/api/reports', {
      kind: 'review',
      subject: key,
      reason: 'harmful',
    });
    expect(answer.status).toBe(200);
  }
  await classData.erase?.(await community.ctxFor(), { userId: ana.id, provedEmail: null, image: null });
  const { rows } = await sql<{ key: string }>`select subject_id as key from reports`.execute(community.db);
  expect(rows.map(({ key }) => key)).toEqual([keyOf(leo)]);
  const left = await community.db.selectFrom('classReviews').select(['userId', 'words']).execute();
  expect(left).toHaveLength(2);
  expect(left).toEqual(
    expect.arrayContaining([
      { userId: ana.id, words: null },
      { userId: leo.id, words: leo.id },
    ]),
  );
});
