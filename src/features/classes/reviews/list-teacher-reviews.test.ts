import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import { classScene, insertAttended, minutesFromNow } from '../../../testing/class-scene.ts';
import type { Community, Person } from '../../../testing/community.ts';
import type { PublicReview } from '../contract.ts';

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
async function review(person: Person, given: Said = {}): Promise<string> {
  const { minutes = 0, ...facts } = given;
  const classId = await insertAttended(community.db, teacher, person);
  const words = { classId, userId: person.id, teacherId: teacher.id, createdAt: minutesFromNow(minutes) };
  await community.db
    .insertInto('classReviews')
    .values({ ...words, rating: 5, words: 'Muy clara.', mayQuote: true, ...facts })
    .execute();
  return classId;
}

async function read(who: Person | null = null, query = '') {
  const answer = await community.request(who, 'GET', `/api/teachers/${teacher.id}/reviews${query}`);
  expect(answer.status).toBe(200);
  return (await answer.json()) as { items: PublicReview[]; nextCursor: string | null };
}

const hide = (who: Person, classId: string, author: Person, hidden: boolean) =>
  community.request(who, 'PUT', `/api/classes/${classId}/reviews/${author.id}/hidden`, { hidden });

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

describe('hideReview', () => {
  it('takes a review from visitors and the landing page, on record, until an administrator shows it again', async () => {
    const ana = await community.person({ name: 'Ana López' });
    const classId = await review(ana, { rating: 1, words: 'Una grosería.' });
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
    const classId = await review(ana);
    await expect(hide(teacher, classId, ana, true)).toBeRefused(commonRefusals.notAllowed);
  });

  it('ends when an administrator chooses the review for the landing page', async () => {
    const ana = await community.person();
    const classId = await review(ana);
    await hide(admin, classId, ana, true);
    const quoted = await community.request(admin, 'PUT', `/api/classes/${classId}/reviews/${ana.id}/quote`, {
      quoted: true,
    });
    expect(quoted.status).toBe(200);
    expect((await read()).items).toHaveLength(1);
  });
});
