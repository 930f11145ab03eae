import { type Notice, notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Handler } from '#server/jobs/due-work.ts';
import { lockPayment } from '../lock-payment.ts';
import { fulfilmentOf, type Payment, type PaymentProviders, providerOf } from '../payment-providers.ts';
import { refundWork } from '../payment-work.ts';
import { publishPaymentsChanged } from '../publish-payments-changed.ts';
import { isGivenBackByHand, paidOf, refundReasons } from '../rules.ts';

/**
 * Makes requested refunds. The provider is asked with no transaction open and under an idempotency key, so that a
 * retry after a lost answer makes no second refund.
 */
export function makeRefunds(providers: PaymentProviders): Handler {
  return {
    work: refundWork,
    async run(ctx, id) {
      const payment = await ctx.db
        .selectFrom('payments')
        .selectAll()
        .where('id', '=', id)
        .where('status', '=', 'completed')
        .where('refundWantedAt', 'is not', null)
        .executeTakeFirst();
      if (!payment) return;
      const refundRef = await refundAt(providers, payment);
      await inTransaction(ctx, (ctx) => finishRefund(ctx, providers, payment, refundRef));
    },
  };
}

/**
 * Refunds what was paid. Answers the refund's id at the provider; null for a payment that an administrator gives
 * back, and for one of nothing. A payment whose id the provider has not told yet waits: it is tried again, and
 * stands among what is stuck.
 */
async function refundAt(providers: PaymentProviders, payment: Payment): Promise<string | null> {
  const { id, paymentRef } = payment;
  const { amountCents } = paidOf(payment);
  if (isGivenBackByHand(payment) || amountCents === 0) return null;
  if (paymentRef === null) throw new Error('the provider has not told the id of this payment');
  return providerOf(providers, payment).refund({ paymentId: id, paymentRef, amountCents });
}

/**
 * Marks a completed payment as refunded and takes back what it paid for. Other payments stay as they are. `byBank`: the
 * payer's bank took the money back, which is the reason where no other one is stored. `hasFailed`: the provider never
 * made the refund, so the payer is not told that it did.
 */
export async function finishRefund(
  ctx: Ctx,
  providers: PaymentProviders,
  found: Payment,
  refundRef: string | null,
  { byBank = false, hasFailed = false } = {},
): Promise<void> {
  const payment = await lockPayment(ctx, providers, found);
  if (payment.status !== 'completed') return;
  const refunded = await ctx.db
    .updateTable('payments')
    .set({
      status: 'refunded',
      refundRef,
      refundedAt: ctx.now,
      refundWantedAt: payment.refundWantedAt ?? ctx.now,
      refundedByBank: byBank,
      refundFailedAt: hasFailed ? ctx.now : null,
      refundReason: payment.refundReason ?? (byBank ? refundReasons.lostDispute : null),
    })
    .where('id', '=', payment.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await fulfilmentOf(providers, refunded).refunded(ctx, refunded);
  if (!hasFailed)
    await notify(ctx, {
      ...toPayer(refunded),
      kind: byBank
        ? 'payments.returned-by-bank'
        : isGivenBackByHand(refunded)
          ? 'payments.refunded-by-hand'
          : 'payments.refunded',
    });
  await publishPaymentsChanged(ctx, refunded);
}

/** What every notice of money that is back says to the person who paid it. */
export function toPayer(
  payment: Payment,
): Pick<Notice, 'to' | 'link'> & { detail: NonNullable<Notice['detail']> } {
  const { userId, title, tier } = payment;
  return { to: [userId], detail: { title, tier, ...paidOf(payment) }, link: '/membership' };
}
