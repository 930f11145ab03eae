import { withdrawNotices } from '#features/notifications/withdraw-notices.ts';
import type { Ctx } from '#server/ctx.ts';
import type { Payment } from '../payment-providers.ts';

/**
 * Takes back what administrators were told of money to give back by hand, once one of them gave it: another one would
 * pay it a second time. What they were told of several learners of a class stays until the last of them has theirs.
 */
export async function withdrawHandRefundNotices(
  ctx: Ctx,
  { id, classId }: Pick<Payment, 'id' | 'classId'>,
): Promise<void> {
  await withdrawNotices(ctx, { kinds: ['payments.give-back-by-hand'], about: id });
  if (classId === null) return;
  const owed = await ctx.db
    .selectFrom('payments')
    .select('id')
    .where('classId', '=', classId)
    .where('giveBackByHand', '=', true)
    .where('givenBackAt', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (!owed) await withdrawNotices(ctx, { kinds: ['payments.give-back-to-several'], about: classId });
}
