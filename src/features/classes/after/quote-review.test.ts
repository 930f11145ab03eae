import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClassScene, classScene, insertAttended, minutesFromNow } from '../../../testing/class-scene.ts';
import type { Person } from '../../../testing/community.ts';
import { quoteRefusals } from '../contract.ts';

let scene: ClassScene;
beforeAll(async () => {
  scene = await classScene();
});
afterAll(() => scene.community.close());

type Words = { words?: string | null; mayQuote?: boolean };

/** A class that these students attended and reviewed; answers its id. */
async function reviewedBy(...reviews: [Person, Words?][]): Promise<string> {
  const { db } = scene.community;
  const classId = await insertAttended(db, scene.teacher, ...reviews.map(([author]) => author));
  for (const [{ id: userId }, said] of reviews) {
    const review = { rating: 5, words: 'Muy clara.', mayQuote: true, createdAt: minutesFromNow(0), ...said };
    await db
      .insertInto('classReviews')
      .values({ classId, userId, teacherId: scene.teacher.id, ...review })
      .execute();
  }
  return classId;
}

const put = (classId: string, { id }: Person, what: 'quote' | 'hidden', body: object) =>
  scene.community.request(scene.admin, 'PUT', `/api/classes/${classId}/reviews/${id}/${what}`, body);

/** Whether each is chosen for the landing page, and whether it is hidden. */
async function statesOf(classId: string): Promise<Record<string, [boolean, boolean]>> {
  const rows = await scene.community.db
    .selectFrom('classReviews')
    .select(['userId', 'quotedAt', 'hiddenAt'])
    .where('classId', '=', classId)
    .execute();
  return Object.fromEntries(
    rows.map(({ userId, quotedAt, hiddenAt }) => [userId, [quotedAt !== null, hiddenAt !== null]]),
  );
}

describe('a class with two reviews', () => {
  it('has the one quoted, hidden and shown that an administrator names, and the other stays as it is', async () => {
    const [ana, leo] = [await scene.community.person(), await scene.community.person()];
    const classId = await reviewedBy([ana], [leo]);
    expect((await put(classId, leo, 'quote', { quoted: true })).status).toBe(200);
    expect(await statesOf(classId)).toEqual({ [ana.id]: [false, false], [leo.id]: [true, false] });
    expect((await put(classId, ana, 'hidden', { hidden: true })).status).toBe(200);
    expect(await statesOf(classId)).toEqual({ [ana.id]: [false, true], [leo.id]: [true, false] });
    expect((await put(classId, leo, 'hidden', { hidden: true })).status).toBe(200);
    expect((await put(classId, ana, 'hidden', { hidden: false })).status).toBe(200);
    expect(await statesOf(classId)).toEqual({ [ana.id]: [false, false], [leo.id]: [false, true] });
  });
});

describe('quoteReview', () => {
  it.each([
    ['its student did not agree to', { mayQuote: false }],
    ['has stars alone', { words: null }],
  ])('refuses a review that %s', async (_what, said) => {
    const ana = await scene.community.person();
    const classId = await reviewedBy([ana, said]);
    await expect(put(classId, ana, 'quote', { quoted: true })).toBeRefused(quoteRefusals.noConsent);
    expect(await statesOf(classId)).toEqual({ [ana.id]: [false, false] });
  });

  it('refuses a review of a student whose account is a kid’s now', async () => {
    const ana = await scene.community.person();
    const classId = await reviewedBy([ana]);
    const { db } = scene.community;
    await db.updateTable('profiles').set({ ageGroup: 'kid' }).where('userId', '=', ana.id).execute();
    await expect(put(classId, ana, 'quote', { quoted: true })).toBeRefused(quoteRefusals.noConsent);
  });
});
