import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { classScene } from '../../../testing/class-scene.ts';
import type { Community, Person } from '../../../testing/community.ts';
import { insertReview } from '../../../testing/rows/insert-review.ts';
import { listTeacherReviews } from '../contract.ts';

let community: Community;
let teacher: Person;
let admin: Person;
beforeAll(async () => {
  ({ community, admin } = await classScene());
});
afterAll(() => community.close());
beforeEach(async () => {
  teacher = await community.person({ role: 'teacher', verified: true });
});

async function read(who: Person | null = null) {
  return answerOf(community.request(who, 'GET', `/api/teachers/${teacher.id}/reviews`), listTeacherReviews);
}

const hide = (who: Person, classId: string, author: Person, hidden: boolean) =>
  community.request(who, 'PUT', `/api/classes/${classId}/reviews/${author.id}/hidden`, { hidden });

describe('hideReview', () => {
  it('takes a review from visitors and the landing page, on record, until an administrator shows it again', async () => {
    const ana = await community.person({ name: 'Ana López' });
    const classId = await insertReview(
      community.db,
      { teacher, author: ana },
      { rating: 1, words: 'Una grosería.' },
    );
    const stored = () =>
      community.db
        .selectFrom('classReviews')
        .select(['quotedAt', 'hiddenAt'])
        .where('classId', '=', classId)
        .executeTakeFirstOrThrow();
    await community.request(admin, 'PUT', `/api/classes/${classId}/reviews/${ana.id}/quote`, {
      quoted: true,
    });
    await hide(admin, classId, ana, true);
    await hide(admin, classId, ana, true);
    expect(await stored()).toMatchObject({ quotedAt: null, hiddenAt: expect.any(Date) });
    for (const who of [null, ana, teacher]) expect((await read(who)).items).toEqual([]);
    expect((await read(admin)).items).toMatchObject([
      { moderation: { classId, userId: ana.id, isHidden: true } },
    ]);
    // Other words do not bring it back, and its stars still count.
    await community.request(ana, 'PUT', `/api/classes/${classId}/review`, {
      rating: 1,
      words: 'Otra grosería.',
      mayQuote: true,
    });
    expect((await read()).items).toEqual([]);
    const card = await (await community.request(null, 'GET', `/api/teachers/${teacher.id}`)).json();
    expect(card).toMatchObject({ averageRating: 1, totalReviews: 1 });
    await hide(admin, classId, ana, false);
    expect((await read()).items).toHaveLength(1);
    const acts = await community.db
      .selectFrom('auditLog')
      .select('act')
      .where('personId', '=', ana.id)
      .orderBy('id')
      .execute();
    expect(acts.map(({ act }) => act)).toEqual([
      'classes.quote-review',
      'classes.hide-review',
      'classes.show-review',
    ]);
  });

  it('is refused to the teacher whom a review is about', async () => {
    const ana = await community.person();
    const classId = await insertReview(community.db, { teacher, author: ana });
    await expect(hide(teacher, classId, ana, true)).toBeRefused(commonRefusals.notAllowed);
  });

  it('ends when an administrator chooses the review for the landing page', async () => {
    const ana = await community.person();
    const classId = await insertReview(community.db, { teacher, author: ana });
    await hide(admin, classId, ana, true);
    const quoted = await community.request(admin, 'PUT', `/api/classes/${classId}/reviews/${ana.id}/quote`, {
      quoted: true,
    });
    expect(quoted.status).toBe(200);
    expect((await read()).items).toHaveLength(1);
  });
});
