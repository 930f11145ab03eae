import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { putDue } from '#server/jobs/due-work.ts';
import { fulfilmentOf, type Payment, type PaymentProviders } from '../payment-providers.ts';
import { renewalWork, returnWork } from '../payment-work.ts';
import type { Paid } from '../providers/payment-provider.ts';
import { publishPaymentsChanged } from '../publish-payments-changed.ts';
import { requestRefund } from '../refunds/request-refund.ts';
import { paidOf, refundReasons } from '../rules.ts';
import { requestChange } from '../subscriptions/request-change.ts';

/**
 * Completes a payment and gives what it pays for, in one transaction. The caller holds the lock on the payment's row.
 * Idempotent: a payment that is completed stays as it is. A failed payment is completed when its money comes late.
 * Requests a refund when what was paid for cannot be given any more, when another amount was paid, or when the payer
 * was suspended or deleted their account meanwhile. Another amount than was asked is stored, because the refund gives
 * back what was paid.
 */
export async function completePayment(
  ctx: Ctx,
  providers: PaymentProviders,
  payment: Payment,
  paid: Paid,
): Promise<void> {
  if (payment.status === 'completed' || payment.status === 'refunded') return;
  const { subscription, amountCents, currency } = paid;
  const isAsked = amountCents === payment.amountCents && currency === payment.currency;
  const completed = await ctx.db
    .updateTable('payments')
    .set({
      status: 'completed',
      completedAt: ctx.now,
      method: paid.method,
      paymentRef: paid.paymentRef,
      ...(!isAsked && { paidCents: amountCents, paidCurrency: currency }),
      ...(subscription && {
        subscriptionRef: subscription.ref,
        invoiceRef: subscription.invoiceRef,
        paidUntil: subscription.paidUntil,
      }),
    })
    .where('id', '=', payment.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (subscription) await saveSubscription(ctx, completed, subscription);

  if (paid.paymentRef) await putDue(ctx, returnWork, completed.id);
  const payer = await ctx.db
    .selectFrom('users')
    .select('bannedAt')
    .where('id', '=', payment.userId)
    .executeTakeFirstOrThrow();
  const fulfilment = fulfilmentOf(providers, completed);
  const given = isAsked && payer.bannedAt === null && (await fulfilment.completed(ctx, completed));
  if (!given) {
    await fulfilment.sentBack?.(ctx, completed);
    await refundUndeliverable(ctx, completed);
  }
  await publishPaymentsChanged(ctx, completed);
}

async function saveSubscription(
  ctx: Ctx,
  { provider, userId, tier }: Payment,
  { ref, paidUntil }: { ref: string; paidUntil: Date },
): Promise<void> {
  if (provider === 'manual') throw new Error(`the subscription ${ref} belongs to a payment made by hand`);
  const kept = await ctx.db
    .insertInto('subscriptions')
    .values({ ref, provider, userId, tier: tier ?? 'free', paidUntil })
    .onConflict((conflict) => conflict.doNothing())
    .returning('ref')
    .executeTakeFirst();
  if (kept) await putDue(ctx, renewalWork, ref, paidUntil);
}

async function refundUndeliverable(ctx: Ctx, payment: Payment): Promise<void> {
  const { id, userId, title, tier } = payment;
  await requestRefund(ctx, { paymentId: id, reason: refundReasons.undeliverable });
  if (payment.subscriptionRef) await requestChange(ctx, payment.subscriptionRef, { change: 'end' });
  await notify(ctx, {
    to: [userId],
    kind: 'payments.sent-back',
    detail: { title, tier, ...paidOf(payment) },
    link: '/membership',
  });
}
