import { ownMatters } from '#features/accounts/roles/own-matter.ts';
import type { Ctx } from '#server/ctx.ts';
import { keyset, pageOf } from '#server/db/keyset.ts';
import type { AnswerOf, ReceivedOf } from '#shared/operation.ts';
import { commonRefusals } from '#shared/refusal.ts';
import type { listReviews as operation } from '../contract.ts';
import { may } from '../permissions.ts';
import { refuseUnlessManaged } from '../roster/read-roster.ts';
import { quoteRefusal } from '../rules.ts';

type Query = ReceivedOf<typeof operation>['query'];

const lastFirst = keyset('desc', { 'review.createdAt': 'instant', 'review.userId': 'uuid' });

/** The reviews of a class, newest first, for its organisers. */
export async function listReviews(
  ctx: Ctx,
  classId: string,
  { cursor, limit }: Query,
): Promise<AnswerOf<typeof operation>> {
  await refuseUnlessManaged(ctx, classId);
  const rows = await ctx.db
    .selectFrom('classReviews as review')
    .innerJoin('shownPeople as author', 'author.id', 'review.userId')
    .innerJoin('profiles', 'profiles.userId', 'review.userId')
    .select([
      'review.userId',
      'author.name',
      'author.image',
      'review.rating',
      'review.words',
      'review.createdAt',
      'review.mayQuote',
      'review.teacherId',
      'review.quotedAt',
      'profiles.ageGroup',
      lastFirst.key,
    ])
    .where('review.classId', '=', classId)
    .where(lastFirst.after(cursor))
    .orderBy(lastFirst.order)
    .limit(limit + 1)
    .execute();
  const isOwnMatter = await ownMatters(ctx);
  return pageOf(rows, limit, ({ mayQuote, quotedAt, ageGroup, teacherId, ...row }) => {
    const own = isOwnMatter([teacherId, row.userId]) ? commonRefusals.ownMatter : null;
    const refusal = may(ctx.actor, 'quote') ?? own ?? quoteRefusal({ mayQuote, ageGroup, words: row.words });
    return {
      ...row,
      createdAt: row.createdAt.toISOString(),
      isQuoted: quotedAt !== null,
      allowed: { quote: refusal?.code ?? null },
    };
  });
}
