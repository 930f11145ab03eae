import type { Ctx } from '#server/ctx.ts';
import { keyset, pageOf } from '#server/db/keyset.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf, ReceivedOf } from '#shared/operation.ts';
import { refuse } from '#shared/refusal.ts';
import type { listOwnReviews as operation } from '../contract.ts';
import { may } from '../permissions.ts';

const newestFirst = keyset('desc', {
  'review.createdAt': 'instant',
  'review.classId': 'uuid',
  'review.userId': 'uuid',
});

/** @throws Refusal signInFirst, notAllowed, badInput for a malformed cursor */
export async function listOwnReviews(
  { db, actor }: Ctx,
  { cursor, limit }: ReceivedOf<typeof operation>['query'],
): Promise<AnswerOf<typeof operation>> {
  refuse(may(actor, 'organise'));
  const rows = await db
    .selectFrom('classReviews as review')
    .innerJoin('classes', 'classes.id', 'review.classId')
    .innerJoin('shownPeople as author', 'author.id', 'review.userId')
    .select([
      'review.classId',
      'review.userId',
      'classes.title',
      'author.name',
      'review.rating',
      'review.words',
      'review.createdAt',
      newestFirst.key,
    ])
    .where('review.teacherId', '=', memberOf(actor).userId)
    .where(newestFirst.after(cursor))
    .orderBy(newestFirst.order)
    .limit(limit + 1)
    .execute();
  return pageOf(rows, limit, ({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }));
}
