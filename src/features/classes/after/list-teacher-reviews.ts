import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { type Keyed, keyset, pageOf } from '#server/db/keyset.ts';
import type { AnswerOf, ReceivedOf } from '#shared/operation.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { shownName } from '#shared/shown-name.ts';
import type { listTeacherReviews as operation, PublicReview } from '../contract.ts';
import { may } from '../permissions.ts';
import { agreedToShow, reviewKey, shownToVisitors } from './public-reviews.ts';

type Row = Pick<PublicReview, 'key' | 'name' | 'rating' | 'words' | 'language'> & {
  createdAt: Date;
  hiddenAt: Date | null;
  isAlias: boolean;
  classId: string;
  userId: string;
};

/** A page is open to everybody, so its cursor holds a hash instead of the ids of the class and the author. */
const lastFirst = keyset('desc', { 'review.createdAt': 'instant', 'review.key': 'text' });

/**
 * What students of a teacher wrote and agreed to show, newest first, for the teacher's public page. Words of kids and
 * of banned people are never shown, and hidden ones to administrators only.
 * @throws Refusal notFound where the teacher has no public page
 */
export async function listTeacherReviews(
  { db, actor }: Ctx,
  teacherId: string,
  { cursor, limit }: ReceivedOf<typeof operation>['query'],
): Promise<AnswerOf<typeof operation>> {
  const beyond = lastFirst.after(cursor);
  const teacher = await db
    .selectFrom('publicTeachers')
    .select('userId')
    .where('userId', '=', teacherId)
    .executeTakeFirst();
  if (!teacher) throw new Refusal(commonRefusals.notFound);
  const moderates = may(actor, 'quote') === null;
  const { rows } = await sql<Row & Keyed>`
    select review.*, ${lastFirst.key} from (
      select ${reviewKey} as key, author.name, author.is_alias, review.rating, review.words,
        held.language, review.created_at, review.hidden_at, review.class_id, review.user_id
      from class_reviews review
        join users person on person.id = review.user_id
        join shown_people author on author.id = review.user_id
        join profiles profile on profile.user_id = review.user_id
        join classes held on held.id = review.class_id
      where review.teacher_id = ${teacherId} and ${moderates ? agreedToShow : shownToVisitors}) review
    where ${beyond} order by ${lastFirst.order} limit ${limit + 1}`.execute(db);
  return pageOf(rows, limit, ({ hiddenAt, classId, userId, isAlias, ...row }) => ({
    ...row,
    name: isAlias ? row.name : shownName(row.name, ''),
    createdAt: row.createdAt.toISOString(),
    moderation: moderates ? { classId, userId, isHidden: hiddenAt !== null } : null,
  }));
}
