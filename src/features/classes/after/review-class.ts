import { sql } from 'kysely';
import { readOwnName } from '#features/accounts/read-own-name.ts';
import { lockExistingPerson } from '#features/accounts/sessions/lock-person.ts';
import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { commonRefusals, refuse } from '#shared/refusal.ts';
import type { reviewClass as operation } from '../contract.ts';
import { readClassState } from '../lock-class.ts';
import { may } from '../permissions.ts';
import { organisersAddress } from '../rules.ts';

export type Review = { rating: number; words: string | null; mayQuote?: boolean };

/**
 * Stores the review of a student who attended: one a student and class, which they may change later. A changed review
 * is no longer quoted: an administrator chose other words. A trigger counts the teacher's average again in the same
 * transaction. A mark that is taken back later leaves the review, because teachers mark attendance and must not
 * choose who rates them; its author may still change it, and no longer agree to be quoted.
 */
export async function reviewClass(
  outer: Ctx,
  classId: string,
  { rating, words, mayQuote: wished = false }: Review,
): Promise<AnswerOf<typeof operation>> {
  const { userId, ageGroup } = memberOf(outer.actor);
  const mayQuote = wished && ageGroup === 'adult';
  return inTransaction(outer, async (ctx) => {
    await lockExistingPerson(ctx, userId, commonRefusals.signInFirst);
    const liveClass = await readClassState(ctx, classId, userId);
    refuse(
      may(ctx.actor, 'review', {
        ...liveClass,
        attended: liveClass.rollClosedAt ? (liveClass.seat?.attended ?? null) : null,
        hasReview: await hasReview(ctx, classId, userId),
      }),
    );

    const teacherId = liveClass.createdBy;
    const { isNew } = await ctx.db
      .insertInto('classReviews')
      .values({ classId, userId, teacherId, rating, words, mayQuote, createdAt: ctx.now })
      .onConflict((conflict) =>
        conflict.columns(['classId', 'userId']).doUpdateSet({ rating, words, mayQuote, quotedAt: null }),
      )
      // A row that was inserted has no transaction that updated it.
      .returning(sql<boolean>`xmax = 0`.as('isNew'))
      .executeTakeFirstOrThrow();
    if (isNew) await notifyTeacherOfReview(ctx, { classId, title: liveClass.title, teacherId, rating });
    // Other cards show the new average when they are read next, so the event goes to these two people only.
    await publish(ctx, { kind: 'classes.changed', audience: [userId, teacherId], subject: classId });
    await publish(ctx, { kind: 'teachers.changed', audience: [teacherId] });
    return { classId, rating, words, mayQuote };
  });
}

async function hasReview({ db }: Ctx, classId: string, userId: string): Promise<boolean> {
  const review = await db
    .selectFrom('classReviews')
    .select('userId')
    .where('classId', '=', classId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return review !== undefined;
}

async function notifyTeacherOfReview(
  ctx: Ctx,
  {
    classId,
    title,
    teacherId,
    rating,
  }: { classId: string; title: string; teacherId: string; rating: number },
): Promise<void> {
  await notify(ctx, {
    to: [teacherId],
    kind: 'classes.reviewed',
    detail: { title, rating },
    names: await readOwnName(ctx),
    link: organisersAddress(classId),
  });
}
