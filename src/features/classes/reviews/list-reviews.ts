import { sql } from 'kysely';
import { z } from 'zod';
import type { Ctx } from '#server/ctx.ts';
import type { AnswerOf, ReceivedOf } from '#shared/operation.ts';
import { decodeCursor, encodeCursor } from '#shared/page-cursor.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { refuseUnlessManaged } from '../attendance/read-roster.ts';
import type { listReviews as operation } from '../contract.ts';

type Query = ReceivedOf<typeof operation>['query'];

const lastKey = z.tuple([z.iso.datetime(), z.uuid()]);

/** How people rated a class, the last first, for whoever organises it. */
export async function listReviews(
  ctx: Ctx,
  classId: string,
  { cursor, limit }: Query,
): Promise<AnswerOf<typeof operation>> {
  await refuseUnlessManaged(ctx, classId);
  let query = ctx.db
    .selectFrom('classReviews as review')
    .innerJoin('users', 'users.id', 'review.userId')
    .select([
      'review.userId',
      'users.name',
      'users.image',
      'review.rating',
      'review.words',
      'review.createdAt',
    ])
    .where('review.classId', '=', classId)
    .orderBy('review.createdAt', 'desc')
    .orderBy('review.userId', 'desc')
    .limit(limit + 1);
  if (cursor) {
    const key = lastKey.safeParse(decodeCursor(cursor, 2));
    if (!key.success) throw new Refusal(commonRefusals.badInput, { field: 'cursor' });
    const [createdAt, userId] = key.data;
    query = query.where(
      sql<boolean>`(review.created_at, review.user_id) < (${createdAt}::timestamptz, ${userId}::uuid)`,
    );
  }
  const rows = await query.execute();
  const items = rows.slice(0, limit).map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
  const last = items.at(-1);
  const more = rows.length > limit && last;
  return { items, nextCursor: more ? encodeCursor([last.createdAt, last.userId]) : null };
}
