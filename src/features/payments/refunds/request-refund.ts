import { sql } from 'kysely';
import { listAdministrators } from '#features/accounts/roles/list-administrators.ts';
import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { putDueForEach } from '#server/jobs/due-work.ts';
import type { Payment } from '../payment-providers.ts';
import { refundWork } from '../payment-work.ts';

type Why = { reason: string; isAsked?: boolean };

/**
 * Requests the refund of a completed payment in the caller's transaction; `makeRefunds` retries until it is made. The
 * administrators are told about a payment made by hand or by voucher, because no provider gives that money back. It is
 * owed back until one of them notes that they gave it (`giveBackOtherwise`); not where one of them asked for the refund
 * of a payment by hand (`isAsked`). A voucher does not say who paid it.
 * Idempotent. Answers whether this call was the first.
 */
export async function requestRefund(
  ctx: Ctx,
  { paymentId, ...why }: { paymentId: string } & Why,
): Promise<boolean> {
  return (await requestRefunds(ctx, [paymentId], why)) > 0;
}

/**
 * Requests the refunds of several payments, as `requestRefund` does. An administrator gets one notice of a class,
 * however many learners it owes. Answers how many refunds were requested for the first time.
 */
export async function requestRefunds(
  ctx: Ctx,
  paymentIds: readonly string[],
  { reason, isAsked = false }: Why,
): Promise<number> {
  if (paymentIds.length === 0) return 0;
  const wanted = await ctx.db
    .updateTable('payments')
    .set({
      refundWantedAt: ctx.now,
      refundReason: reason,
      giveBackByHand: sql`method = 'oxxo' or (provider = 'manual' and ${!isAsked})`,
    })
    .where('id', 'in', paymentIds)
    .where('status', '=', 'completed')
    .where('refundWantedAt', 'is', null)
    .returning(['id', 'giveBackByHand', 'userId', 'classId', 'title', 'amountCents', 'currency'])
    .execute();
  // Sorted, because each row of due work is locked until the commit.
  await putDueForEach(ctx, refundWork, wanted.map(({ id }) => id).sort());
  const byHand = wanted.filter(({ giveBackByHand }) => giveBackByHand);
  for (const [about, ofOne] of Map.groupBy(byHand, ({ classId, id }) => classId ?? id))
    await notifyOfHandRefunds(ctx, ofOne, about);
  return wanted.length;
}

/**
 * Tells the administrators to whom they owe money of one class or plan, in cash or by transfer, until it was given back
 * (`withdrawHandRefundNotices`).
 */
async function notifyOfHandRefunds(
  ctx: Ctx,
  payments: readonly Pick<Payment, 'id' | 'userId' | 'title' | 'amountCents' | 'currency'>[],
  about: string,
): Promise<void> {
  const [first] = payments;
  if (!first) return;
  const { id, userId, title, amountCents, currency } = first;
  const notice = { to: await listAdministrators(ctx), link: '/admin/payments?status=owed-back' };
  if (payments.length > 1) {
    const detail = { title, learners: payments.length };
    return notify(ctx, { ...notice, kind: 'payments.give-back-to-several', detail, about });
  }
  const { name } = await ctx.db
    .selectFrom('users')
    .select('name')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const detail = { title, amountCents, currency };
  const names = { id: userId, name };
  await notify(ctx, { ...notice, kind: 'payments.give-back-by-hand', detail, names, about: id });
}
