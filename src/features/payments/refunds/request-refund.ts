import { sql } from 'kysely';
import { listAdministrators } from '#features/accounts/roles/list-administrators.ts';
import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { putDue } from '#server/jobs/due-work.ts';
import type { Payment } from '../payment-providers.ts';
import { refundWork } from '../payment-work.ts';

/**
 * Requests the refund of a completed payment in the caller's transaction; `makeRefunds` retries until it is made. Of a
 * payment made by hand the administrators are told, because no provider gives that money back. It is owed back until
 * one of them notes that they gave it (`giveBackOtherwise`); not where one of them asked for the refund (`isAsked`).
 * Idempotent. Answers whether this call was the first.
 */
export async function requestRefund(
  ctx: Ctx,
  { paymentId, reason, isAsked = false }: { paymentId: string; reason: string; isAsked?: boolean },
): Promise<boolean> {
  const wanted = await ctx.db
    .updateTable('payments')
    .set({
      refundWantedAt: ctx.now,
      refundReason: reason,
      giveBackByHand: sql`provider = 'manual' and ${!isAsked}`,
      updatedAt: ctx.now,
    })
    .where('id', '=', paymentId)
    .where('status', '=', 'completed')
    .where('refundWantedAt', 'is', null)
    .returning(['giveBackByHand', 'userId', 'title', 'amountCents', 'currency'])
    .executeTakeFirst();
  if (!wanted) return false;
  await putDue(ctx, refundWork, paymentId);
  if (wanted.giveBackByHand) await notifyOfHandRefund(ctx, wanted);
  return true;
}

/** Tells the administrators whom they have to give money back, in cash or by transfer. */
async function notifyOfHandRefund(
  ctx: Ctx,
  { userId, title, amountCents, currency }: Pick<Payment, 'userId' | 'title' | 'amountCents' | 'currency'>,
): Promise<void> {
  const { name } = await ctx.db
    .selectFrom('users')
    .select('name')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  await notify(ctx, {
    to: await listAdministrators(ctx),
    kind: 'payments.give-back-by-hand',
    detail: { title, amountCents, currency },
    names: { id: userId, name },
    link: '/admin/payments?status=refund-failed',
  });
}
