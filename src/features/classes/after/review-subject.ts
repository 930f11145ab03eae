import { type RawBuilder, sql } from 'kysely';
import type { ReportSubject } from '#features/reports/report-subject.ts';
import type { Ctx } from '#server/ctx.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { hideReview } from './hide-review.ts';
import { reviewKey, shownToVisitors } from './public-reviews.ts';

type Row = {
  key: string;
  classId: string;
  userId: string;
  teacherId: string;
  words: string;
  isShown: boolean;
};

/** A review on a teacher's public page, as something that can be reported, by the key that visitors know it by. */
export const reviewSubject: ReportSubject = {
  kind: 'review',
  async find(ctx, key) {
    const { words } = await findShownReview(ctx, key);
    return { id: key, shown: words };
  },
  async describe(ctx, keys) {
    const reviews = await select(ctx, keys, sql`review.words is not null`);
    return new Map(
      reviews.map(({ key, words, teacherId, isShown, userId }) => [
        key,
        {
          title: words,
          link: `/teachers/${teacherId}#teacher-reviews`,
          isShown,
          personId: userId,
          owners: [userId, teacherId],
        },
      ]),
    );
  },
  async hide(ctx, key) {
    const [review] = await select(ctx, [key], sql`true`);
    if (review) await hideReview(ctx, { id: review.classId, userId: review.userId }, true);
  },
  async show(ctx, key) {
    const [review] = await select(ctx, [key], sql`true`);
    if (review) await hideReview(ctx, { id: review.classId, userId: review.userId }, false);
  },
};

/** A review that visitors read. @throws Refusal notFound */
export async function findShownReview(ctx: Ctx, key: string): Promise<Pick<Row, 'userId' | 'words'>> {
  const [review] = await select(ctx, [key], shownToVisitors);
  if (!review) throw new Refusal(commonRefusals.notFound);
  return review;
}

async function select({ db }: Ctx, keys: readonly string[], where: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select ${reviewKey} as key, review.class_id, review.user_id, review.teacher_id, review.words,
      ${shownToVisitors} as is_shown
    from class_reviews review
      join users person on person.id = review.user_id
      join profiles profile on profile.user_id = review.user_id
    where ${reviewKey} = any(${keys}::text[]) and ${where}`.execute(db);
  return rows;
}
