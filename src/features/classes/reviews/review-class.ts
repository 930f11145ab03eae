import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { Refusal } from '#shared/refusal.ts';
import type { reviewClass as operation } from '../contract.ts';
import { glanceAtClass } from '../lock-class.ts';
import { may } from '../permissions.ts';

export type Review = { rating: number; words: string | null; mayQuote?: boolean };

/**
 * Rates a class that one attended: one rating a person and class, which may be said otherwise later. The
 * teacher's average follows in the same transaction, by a trigger that counts all of them again. A mark taken
 * back later takes no rating back: teachers call the roll, and must not choose who rates them.
 */
export async function reviewClass(
  outer: Ctx,
  classId: string,
  { rating, words, mayQuote: wished = false }: Review,
): Promise<AnswerOf<typeof operation>> {
  const { userId, ageGroup } = memberOf(outer.actor);
  const mayQuote = wished && ageGroup === 'adult';
  return inTransaction(outer, async (ctx) => {
    const liveClass = await glanceAtClass(ctx, classId, userId);
    const refusal = may(ctx.actor, 'review', { ...liveClass, attended: liveClass.seat?.attended ?? null });
    if (refusal) throw new Refusal(refusal);

    const teacherId = liveClass.createdBy;
    await ctx.db
      .insertInto('classReviews')
      .values({ classId, userId, teacherId, rating, words, mayQuote, createdAt: ctx.now })
      .onConflict((conflict) =>
        conflict.columns(['classId', 'userId']).doUpdateSet({ rating, words, mayQuote }),
      )
      .execute();
    // Other people's cards show the new average when they are next read: no reason to wake everybody.
    await publish(ctx, { kind: 'classes.changed', audience: [userId, teacherId], subject: classId });
    await publish(ctx, { kind: 'teachers.changed', audience: [teacherId] });
    return { classId, rating, words, mayQuote };
  });
}
