import { refuseOwnMatter } from '#features/accounts/roles/own-matter.ts';
import { recordAct } from '#features/audit/record-act.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import { may } from '../permissions.ts';

/**
 * Hides a review from visitors, or shows it again, for an administrator. A hidden review leaves the landing page as
 * well, its stars still count, and it stays hidden when its author changes it. Setting the present state changes
 * nothing. Another administrator decides about what is of the administrator's own teaching, where there is one.
 * @throws Refusal signInFirst, notAllowed, notFound, ownMatter
 */
export async function hideReview(
  outer: Ctx,
  { id: classId, userId }: { id: string; userId: string },
  hidden: boolean,
): Promise<{ hidden: boolean }> {
  refuse(may(outer.actor, 'quote'));
  return inTransaction(outer, async (ctx) => {
    const review = await ctx.db
      .selectFrom('classReviews as review')
      .innerJoin('classes', 'classes.id', 'review.classId')
      .select(['hiddenAt', 'teacherId', 'classes.title'])
      .where('classId', '=', classId)
      .where('review.userId', '=', userId)
      .forUpdate('review')
      .executeTakeFirst();
    if (!review) throw new Refusal(commonRefusals.notFound);
    await refuseOwnMatter(ctx, [userId, review.teacherId]);
    if (hidden === (review.hiddenAt !== null)) return { hidden };
    await ctx.db
      .updateTable('classReviews')
      .set(hidden ? { hiddenAt: ctx.now, quotedAt: null } : { hiddenAt: null })
      .where('classId', '=', classId)
      .where('userId', '=', userId)
      .execute();
    const act = hidden ? 'classes.hide-review' : 'classes.show-review';
    await recordAct(ctx, { act, personId: userId, subject: classId, detail: { title: review.title } });
    await publish(ctx, { kind: 'classes.changed', subject: classId });
    return { hidden };
  });
}
