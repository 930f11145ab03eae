import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { type DueWork, dropDue, putDue } from '#server/jobs/due-work.ts';
import { rememberEvent } from '../checkout/remember-event.ts';
import type { Payment, PaymentProviders } from '../payment-providers.ts';
import { disputeWork, failedRefundWork } from '../payment-work.ts';
import type { MoneyBack, PaymentProvider, ProviderEvent } from '../providers/payment-provider.ts';
import { finishRefund } from './make-refunds.ts';

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
  const back = await provider.readMoneyBack(paymentRef, payment.amountCents);
  await inTransaction(outer, async (ctx) => {
    if (event && !(await rememberEvent(ctx, provider, event))) return;
    await applyMoneyBack(ctx, providers, payment, back);
    await wantIf(back.disputed, ctx, disputeWork, payment.id);
    await wantIf(hasFailed(payment, back), ctx, failedRefundWork, payment.id);
  });
}

/** Has an administrator look at the payment, or no longer. */
function wantIf(isWrong: boolean, ctx: Ctx, work: DueWork, paymentId: string): Promise<void> {
  return isWrong ? putDue(ctx, work, paymentId) : dropDue(ctx, work, paymentId);
}

/** Marks the payment as refunded where its money is back, also by a dispute that was lost. */
export async function applyMoneyBack(
  ctx: Ctx,
  providers: PaymentProviders,
  payment: Payment,
  { ref, byDispute }: MoneyBack,
): Promise<void> {
  if (ref === null) return;
  await finishRefund(ctx, providers, payment, ref, byDispute ? lostDispute : undefined);
  // A refund that failed was made once more, or the bank took the money in the end.
  await ctx.db
    .updateTable('payments')
    .set({ refundRef: ref, updatedAt: ctx.now })
    .where('id', '=', payment.id)
    .where('status', '=', 'refunded')
    .where('refundRef', 'is distinct from', ref)
    .execute();
}

const lostDispute = 'El banco devolvió el dinero a quien pagó.';

/** Whether a payment is marked as refunded, and the provider has no refund of it that holds. */
export function hasFailed({ status, refundRef }: Payment, { ref }: MoneyBack): boolean {
  return status === 'refunded' && refundRef !== null && ref === null;
}
