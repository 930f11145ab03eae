import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { classScene, minutesFromNow } from '../../../testing/class-scene.ts';
import type { Community, Person } from '../../../testing/community.ts';
import { insertReview } from '../../../testing/rows/insert-review.ts';
import { listTeacherReviews, type PublicReview } from '../contract.ts';

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

type Said = { rating?: number; words?: string | null; mayQuote?: boolean; minutes?: number };

/** A review of a class of the teacher; answers the class. */
const review = (author: Person, { minutes = 0, ...facts }: Said = {}) =>
  insertReview(community.db, { teacher, author }, { createdAt: minutesFromNow(minutes), ...facts });

async function read(who: Person | null = null, query = '') {
  return answerOf(
    community.request(who, 'GET', `/api/teachers/${teacher.id}/reviews${query}`),
    listTeacherReviews,
  );
}

describe('listTeacherReviews', () => {
  it('shows visitors what adults wrote and agreed to show, by first name and initial, without an id', async () => {
    const ana = await community.person({ name: 'Ana López Ruiz' });
    const classId = await review(ana, { rating: 4 });
    await review(await community.person({ name: 'Sin Permiso' }), { mayQuote: false });
    await review(await community.person({ name: 'Sin Palabras' }), { words: null });
    const kid = await community.person({ name: 'Leo Niño' });
    await review(kid);
    await community.db
      .updateTable('profiles')
      .set({ ageGroup: 'kid' })
      .where('userId', '=', kid.id)
      .execute();
    const banned = await community.person({ name: 'Bruno Fuera' });
    await review(banned);
    await community.db
      .updateTable('users')
      .set({ bannedAt: new Date() })
      .where('id', '=', banned.id)
      .execute();
    const page = await read();
    expect(page.items).toMatchObject([{ name: 'Ana L.', rating: 4, words: 'Muy clara.', moderation: null }]);
    for (const secret of [ana.id, classId, 'López', '@']) {
      expect(JSON.stringify(page)).not.toContain(secret);
    }
  });

  it('reads in pages, newest first, each review once, with a cursor that names no author', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => community.person()));
    // Two of one instant, where only the rest of the key tells a page's end.
    for (const [n, person] of people.entries()) {
      await review(person, { words: `Reseña ${n}`, minutes: Math.floor(n / 2) });
    }
    const seen: PublicReview[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await read(null, `?limit=1${cursor && `&cursor=${cursor}`}`);
      seen.push(...page.items);
      cursor = page.nextCursor;
      const key = Buffer.from(cursor ?? '', 'base64url').toString();
      for (const { id } of people) expect(key).not.toContain(id);
    }
    expect(seen.map(({ createdAt }) => createdAt)).toEqual(
      seen
        .map(({ createdAt }) => createdAt)
        .sort()
        .reverse(),
    );
    expect(new Set(seen.map(({ words }) => words)).size).toBe(5);
    expect(seen).toHaveLength(5);
  });

  it('knows no teacher whose approval was taken back', async () => {
    await review(await community.person());
    await community.request(admin, 'POST', `/api/teachers/applications/${teacher.id}/revoke`, {
      reason: 'Falta el certificado.',
    });
    const lost = community.request(null, 'GET', `/api/teachers/${teacher.id}/reviews`);
    await expect(lost).toBeRefused(commonRefusals.notFound);
  });
});
