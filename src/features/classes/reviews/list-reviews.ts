import type { Ctx } from '#server/ctx.ts';
import { keyset, pageOf } from '#server/db/keyset.ts';
import type { AnswerOf, ReceivedOf } from '#shared/operation.ts';
import { refuseUnlessManaged } from '../attendance/read-roster.ts';
import type { listReviews as operation } from '../contract.ts';

type Query = ReceivedOf<typeof operation>['query'];

const lastFirst = keyset('desc', { 'review.createdAt': 'instant', 'review.userId': 'uuid' });

/** How people rated a class, the last first, for whoever organises it. */
export async function listReviews(
  ctx: Ctx,
  classId: string,
  { cursor, limit }: Query,
): Promise<AnswerOf<typeof operation>> {
  await refuseUnlessManaged(ctx, classId);
  const rows = await ctx.db
    .selectFrom('classReviews as review')
    .innerJoin('users', 'users.id', 'review.userId')
    .select([
      'review.userId',
      'users.name',
      'users.image',
      'review.rating',
      'review.words',
      'review.createdAt',
      lastFirst.key,
    ])
    .where('review.classId', '=', classId)
    .where(lastFirst.after(cursor))
    .orderBy(lastFirst.order)
    .limit(limit + 1)
    .execute();
  return pageOf(rows, limit, (row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}
