import type { Updateable } from 'kysely';
import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Payments } from '#server/db/schema.ts';
import { type DueWork, dropDue, putDue } from '#server/jobs/due-work.ts';
import { rememberEvent } from '../checkout/remember-event.ts';
import { lockPayment } from '../lock-payment.ts';
import type { Payment, PaymentProviders } from '../payment-providers.ts';
import { disputeWork, failedRefundWork, givenBackWork } from '../payment-work.ts';
import type { MoneyBack, PaymentProvider, ProviderEvent } from '../providers/payment-provider.ts';
import { publishPaymentsChanged } from '../publish-payments-changed.ts';
import { isOwedBack, paidOf } from '../rules.ts';
import { finishRefund, toPayer } from './make-refunds.ts';

/**
 * Notes what became of a payment's money after it was paid: a refund, whether Sumi asked for it or an administrator
 * made it in the provider's dashboard, a refund that failed later, and a dispute. What an administrator has to look at
 * becomes due work that is stuck until they have.
 */
export async function settleReturn(
  outer: Ctx,
  providers: PaymentProviders,
  provider: PaymentProvider,
  paymentRef: string,
  event?: ProviderEvent,
): Promise<void> {
  const payment = await outer.db
    .selectFrom('payments')
    .selectAll()
    .where('provider', '=', provider.name)
    .where('paymentRef', '=', paymentRef)
    .executeTakeFirst();
  // Another product's, or one that is not completed yet: its completion has it read (`returnWork`).
  if (!payment) return;
  const back = await provider.readMoneyBack(paymentRef, paidOf(payment).amountCents);
  await inTransaction(outer, async (ctx) => {
    if (event && !(await rememberEvent(ctx, provider, event))) return;
    const now = await applyMoneyBack(ctx, providers, payment, back);
    await wantIf(back.disputed, ctx, disputeWork, payment.id);
    await wantIf(isOwedBack(now) && now.refundFailedAt !== null, ctx, failedRefundWork, payment.id);
  });
}

/** Has an administrator look at the payment, or no longer. */
function wantIf(isWrong: boolean, ctx: Ctx, work: DueWork, paymentId: string): Promise<void> {
  return isWrong ? putDue(ctx, work, paymentId) : dropDue(ctx, work, paymentId);
}

/**
 * Marks the payment as refunded where its money is back, also by a dispute that was lost, and notes of a refunded one
 * that its refund failed, or holds after all. What was given back in place of a failed refund stays as it is: a refund
 * that holds after that is a conflict, which only an administrator can settle. Answers the payment as it is now.
 */
export async function applyMoneyBack(
  ctx: Ctx,
  providers: PaymentProviders,
  found: Payment,
  back: MoneyBack,
): Promise<Payment> {
  if (back.ref !== null) await finishRefund(ctx, providers, found, back.ref, { byBank: back.byDispute });
  const payment = await lockPayment(ctx, providers, found);
  const change = changeBy(back, payment, ctx.now);
  if (!change) return payment;
  const changed = await ctx.db
    .updateTable('payments')
    .set(change)
    .where('id', '=', payment.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (changed.refundedByBank && !payment.refundedByBank)
    await notify(ctx, { ...toPayer(changed), kind: 'payments.returned-by-bank' });
  if (change.givenBackTwiceAt !== undefined) await putDue(ctx, givenBackWork, changed.id);
  await publishPaymentsChanged(ctx, changed);
  return changed;
}

/** What the state at the provider changes about a refunded payment; null where it changes nothing. */
function changeBy(
  { ref, byDispute, twice }: MoneyBack,
  { status, refundRef, refundFailedAt, givenBackAt, givenBackTwiceAt }: Payment,
  now: Date,
): Updateable<Payments> | null {
  // No provider refunds what was paid by hand, by voucher, or nothing. A refund that never was made may be after all.
  if (status !== 'refunded' || (refundRef === null && !refundFailedAt)) return null;
  const holds = ref !== null;
  const isTwice = givenBackAt ? holds : twice;
  if (isTwice !== (givenBackTwiceAt !== null)) return { givenBackTwiceAt: isTwice ? now : null };
  if (givenBackAt) return null;
  if (!holds) return refundFailedAt ? null : { refundFailedAt: now };
  // A refund that failed was made once more, or the bank took the money in the end.
  if (ref === refundRef && !refundFailedAt) return null;
  return { refundRef: ref, refundFailedAt: null, refundedByBank: byDispute };
}
