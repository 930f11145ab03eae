import { refuseOwnMatter } from '#features/accounts/roles/own-matter.ts';
import { recordAct } from '#features/audit/record-act.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import { may } from '../permissions.ts';
import { quoteRefusal } from '../rules.ts';

/**
 * Chooses a review for the landing page, or takes it off again, for an administrator. The landing page quotes no review
 * that its student did not agree to; the database holds to that as well. A chosen review is hidden no longer. Setting
 * the present state changes nothing. Another administrator decides about what is of the administrator's own teaching,
 * where there is one.
 * @throws Refusal signInFirst, notAllowed, notFound, noConsent, ownMatter
 */
export async function quoteReview(
  outer: Ctx,
  { id: classId, userId }: { id: string; userId: string },
  quoted: boolean,
): Promise<{ quoted: boolean }> {
  refuse(may(outer.actor, 'quote'));
  return inTransaction(outer, async (ctx) => {
    const review = await ctx.db
      .selectFrom('classReviews as review')
      .innerJoin('profiles', 'profiles.userId', 'review.userId')
      .innerJoin('classes', 'classes.id', 'review.classId')
      .select(['teacherId', 'mayQuote', 'words', 'quotedAt', 'profiles.ageGroup', 'classes.title'])
      .where('classId', '=', classId)
      .where('review.userId', '=', userId)
      .forUpdate('review')
      .executeTakeFirst();
    if (!review) throw new Refusal(commonRefusals.notFound);
    await refuseOwnMatter(ctx, [userId, review.teacherId]);
    refuse(quoted ? quoteRefusal(review) : null);
    if (quoted === (review.quotedAt !== null)) return { quoted };
    await ctx.db
      .updateTable('classReviews')
      .set(quoted ? { quotedAt: ctx.now, hiddenAt: null } : { quotedAt: null })
      .where('classId', '=', classId)
      .where('userId', '=', userId)
      .execute();
    const act = quoted ? 'classes.quote-review' : 'classes.unquote-review';
    await recordAct(ctx, { act, personId: userId, subject: classId, detail: { title: review.title } });
    await publish(ctx, { kind: 'classes.changed', subject: classId });
    return { quoted };
  });
}
