import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setBan } from '#features/accounts/set-ban.ts';
import type { Db } from '#server/db/connect.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import {
  classScene,
  insertAttendance,
  insertClass,
  insertSeats,
  minutesFromNow,
  now,
} from '../../../testing/class-scene.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { raceForTable } from '../../../testing/races/race.ts';
import { insertReview } from '../../../testing/rows/insert-review.ts';
import { attendanceRefusals, type ClassReview, listReviews, readClass } from '../contract.ts';
import { reviewClass } from './review-class.ts';

let community: Community;
let teacher: Person;
beforeAll(async () => {
  ({ community, teacher } = await classScene({ poolSize: 35 }));
});
afterAll(() => community.close());

const review = (person: Person | null, id: string, body: unknown = { rating: 4, words: 'Muy clara.' }) =>
  community.request(person, 'PUT', `/api/classes/${id}/review`, body);

/** Inserts an ended class that these students attended; returns its id. */
async function attendedBy({ db }: Community, by: Person, ...people: Person[]): Promise<string> {
  return endedClass(db, by, {}, people);
}

async function endedClass(
  db: Db,
  by: Person,
  facts: Parameters<typeof insertClass>[2],
  people: Person[],
): Promise<string> {
  const id = await insertClass(db, by, {
    ...facts,
    startsAt: minutesFromNow(-90),
    maxStudents: 40,
    rollClosedAt: now,
  });
  await insertAttendance(db, { classId: id, markedBy: by.id }, ...people);
  return id;
}

async function ratingOf({ db }: Community, { id }: Person) {
  return db
    .selectFrom('teacherProfiles')
    .select(['averageRating', 'totalReviews'])
    .where('userId', '=', id)
    .executeTakeFirstOrThrow();
}

describe('reviewClass', () => {
  it('stores one review a student, tells the teacher once and updates their average', async () => {
    const people = [await community.person(), await community.person(), await community.person()];
    const id = await attendedBy(community, teacher, ...people);
    const [ana, leo, zoe] = people as [Person, Person, Person];
    expect(await (await review(ana, id)).json()).toEqual({
      classId: id,
      rating: 4,
      words: 'Muy clara.',
      mayQuote: false,
    });
    await review(leo, id, { rating: 5 });
    await review(zoe, id, { rating: 4, words: null });
    expect(await ratingOf(community, teacher)).toEqual({ averageRating: 4.33, totalReviews: 3 });
    await review(zoe, id, { rating: 1, words: 'Lo pensé mejor.' });
    expect(await ratingOf(community, teacher)).toEqual({ averageRating: 3.33, totalReviews: 3 });
    const notices = await community.db
      .selectFrom('notifications')
      .select('detail')
      .where('userId', '=', teacher.id)
      .where('kind', '=', 'classes.reviewed')
      .execute();
    // One notice for each new review, and none when the student changes it.
    expect(notices.map(({ detail }) => (detail as { rating: number }).rating)).toEqual([4, 5, 4]);
    const card = await answerOf(community.request(zoe, 'GET', `/api/classes/${id}`), readClass);
    expect(card).toMatchObject({
      attended: true,
      status: 'done',
      teacherRating: 3.33,
      myReview: { rating: 1, words: 'Lo pensé mejor.', mayQuote: false },
      allowed: { review: null },
    });
  });

  it('allows quoting where the author agrees, and never for a kid', async () => {
    const [ana, kid] = [await community.person(), await community.person({ ageGroup: 'kid' })];
    const id = await attendedBy(community, teacher, ana);
    const ofKids = await endedClass(community.db, teacher, { targetAudience: 'kid' }, [kid]);
    for (const [person, where, mayQuote] of [
      [ana, id, true],
      [kid, ofKids, false],
    ] as const) {
      const body = await (
        await review(person, where, { rating: 5, words: 'Vuelvo.', mayQuote: true })
      ).json();
      expect(body).toMatchObject({ mayQuote });
    }
    await review(ana, id, { rating: 5, words: 'Vuelvo.', mayQuote: false });
    const agreed = await community.db
      .selectFrom('classReviews')
      .select('userId')
      .where('mayQuote', '=', true)
      .execute();
    expect(agreed).toEqual([]);
  });

  it('accepts reviews from students who attended only', async () => {
    const [ana, stranger, admin] = [
      await community.person(),
      await community.person(),
      await community.person({ role: 'admin' }),
    ];
    const id = await attendedBy(community, teacher, ana, admin);
    const absent = await community.person();
    await insertSeats(community.db, id, absent);
    await expect(review(null, id)).toBeRefused(commonRefusals.signInFirst);
    for (const person of [stranger, absent, teacher]) {
      await expect(review(person, id)).toBeRefused(attendanceRefusals.notAttended);
    }
    await expect(review(admin, id)).toBeRefused(commonRefusals.notAllowed);
    const kid = await community.person({ ageGroup: 'kid' });
    await expect(review(kid, id)).toBeRefused(commonRefusals.notFound);
    // The review stays when the teacher changes the mark afterwards.
    await review(ana, id, { rating: 1 });
    const marks = [{ userId: ana.id, attended: false }];
    await community.request(teacher, 'PUT', `/api/classes/${id}/attendance`, { marks });
    const { items } = await reviewsOf(id);
    expect(items).toHaveLength(1);
  });

  it('lets an author take back that they may be quoted after their mark is taken back, or as an administrator', async () => {
    const [ana, leo] = [await community.person(), await community.person()];
    const id = await attendedBy(community, teacher, ana, leo);
    const quotable = { rating: 2, words: 'Muy rápida.', mayQuote: true };
    for (const author of [ana, leo]) await review(author, id, quotable);
    const marks = [{ userId: ana.id, attended: false }];
    await community.request(teacher, 'PUT', `/api/classes/${id}/attendance`, { marks });
    await community.db.updateTable('users').set({ role: 'admin' }).where('id', '=', leo.id).execute();
    for (const author of [ana, leo]) {
      const card = await answerOf(community.request(author, 'GET', `/api/classes/${id}`), readClass);
      expect(card).toMatchObject({ myReview: quotable, allowed: { review: null } });
      expect((await review(author, id, { rating: 2, words: null, mayQuote: false })).status).toBe(200);
    }
    const stored = await community.db
      .selectFrom('classReviews')
      .select(['words', 'mayQuote'])
      .where('classId', '=', id)
      .execute();
    expect(stored).toEqual(Array(2).fill({ words: null, mayQuote: false }));
  });

  it('accepts one to five whole stars', async () => {
    const ana = await community.person();
    const id = await attendedBy(community, teacher, ana);
    for (const body of [
      {},
      { rating: 0 },
      { rating: 6 },
      { rating: 4.5 },
      { rating: '5' },
      { rating: 5, words: '' },
    ]) {
      await expect(review(ana, id, body)).toBeRefused(commonRefusals.badInput);
    }
    await expect(review(ana, id, { rating: 5, words: 'a'.repeat(1001) })).toBeRefused(
      commonRefusals.badInput,
    );
  });

  it('lets the organiser read the reviews in pages, newest first', async () => {
    const people = await Promise.all(['Ana', 'Leo', 'Zoe'].map((name) => community.person({ name })));
    const id = await attendedBy(community, teacher, ...people);
    for (const [turn, person] of people.entries()) {
      community.setNow(minutesFromNow(turn));
      await review(person, id, { rating: turn + 3 });
    }
    community.setNow(now);
    const first = await reviewsOf(id, '?limit=2');
    expect(first.items.map(({ name, rating }) => [name, rating])).toEqual([
      ['Zoe', 5],
      ['Leo', 4],
    ]);
    const rest = await reviewsOf(id, `?limit=2&cursor=${first.nextCursor}`);
    expect(rest.items.map(({ name }) => name)).toEqual(['Ana']);
    expect(rest.nextCursor).toBeNull();
    expect(JSON.stringify(first)).not.toContain('@');
    const path = `/api/classes/${id}/reviews`;
    const colleague = await community.person({ role: 'teacher', verified: true });
    await expect(community.request(colleague, 'GET', path)).toBeRefused(commonRefusals.notAllowed);
    await expect(community.request(people[0]!, 'GET', path)).toBeRefused(commonRefusals.notAllowed);
    const lost = community.request(teacher, 'GET', `${path}?cursor=nothing`);
    await expect(lost).toBeRefused(commonRefusals.badInput);
  });
});

async function reviewsOf(
  id: string,
  query = '',
): Promise<{ items: ClassReview[]; nextCursor: string | null }> {
  return answerOf(community.request(teacher, 'GET', `/api/classes/${id}/reviews${query}`), listReviews);
}

it('a ban takes the stars of its person out of the average, until it is lifted', async () => {
  const led = await community.person({ role: 'teacher', verified: true });
  const [honest, rigged] = [await community.person(), await community.person()];
  await insertReview(community.db, { teacher: led, author: honest }, { rating: 3 });
  await insertReview(community.db, { teacher: led, author: rigged }, { rating: 5 });
  const ctx = await community.ctxFor();
  const rating = async () => {
    const { averageRating, totalReviews } = await ratingOf(community, led);
    return [Number(averageRating), totalReviews];
  };
  expect(await rating()).toEqual([4, 2]);
  await setBan(ctx, rigged.id, { since: now, reason: 'Cuentas inventadas' });
  expect(await rating()).toEqual([3, 1]);
  await setBan(ctx, rigged.id, null);
  expect(await rating()).toEqual([4, 2]);
});

describe('when thirty students rate at once', () => {
  /** Each has stored a review before another one commits. The difference between the counted and the stored reviews. */
  async function rush(scene: Community): Promise<number> {
    const led = await scene.person({ role: 'teacher', verified: true });
    const people = await Promise.all(Array.from({ length: 30 }, () => scene.person()));
    const id = await attendedBy(scene, led, ...people);
    const contexts = await Promise.all(people.map((person) => scene.ctxFor(person)));
    const outcomes = await raceForTable(scene.db, 'teacherProfiles', () =>
      contexts.map((ctx, turn) => reviewClass(ctx, id, { rating: 1 + (turn % 5), words: null })),
    );
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
    const { totalReviews } = await ratingOf(scene, led);
    return people.length - totalReviews;
  }

  it('reviewClass counts all of them in the average', async () => {
    expect(await rush(community)).toBe(0);
  });

  it('the control: without the row lock of the trigger, reviewClass loses reviews in the average', async () => {
    const hasty = await newCommunity({
      poolSize: 35,
      untrueRows: 'the trigger without its row lock loses reviews in the average',
    });
    hasty.setNow(now);
    const { rows } = await sql<{ body: string }>`
      select pg_get_functiondef('count_reviews'::regproc) as body`.execute(hasty.db);
    const body = rows[0]!.body.replace(/perform from teacher_profiles.*?;/s, '');
    await sql.raw(body).execute(hasty.db);
    expect(await rush(hasty)).toBe(29);
    await hasty.close();
  });
});
