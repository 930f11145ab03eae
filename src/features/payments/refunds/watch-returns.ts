import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { type DueWork, type Handler, WorkFailed } from '#server/jobs/due-work.ts';
import { dayMs } from '#shared/time/durations.ts';
import { type Payment, type PaymentProviders, providerOf } from '../payment-providers.ts';
import { disputeWork, failedRefundWork, returnWork } from '../payment-work.ts';
import type { MoneyBack, PaymentProvider } from '../providers/payment-provider.ts';
import { applyMoneyBack, hasFailed, settleReturn } from './settle-return.ts';

type Paid = Payment & { paymentRef: string };

/** How long a refund that failed stands among what is stuck: by then it was given back in another way, or never. */
const failedRefundDays = 90;

/**
 * Reads a payment once after it was completed: its refund or its dispute may have been told before, when no payment was
 * known under that id.
 */
export function readReturns(providers: PaymentProviders): Handler {
  return {
    work: returnWork,
    async run(ctx, id) {
      const payment = await findPaid(ctx, id);
      if (payment) await settleReturn(ctx, providers, providerOf(providers, payment), payment.paymentRef);
      return undefined;
    },
  };
}

/**
 * Stands among what is stuck while the payer's bank asks for the money back: only an administrator can answer it, at
 * the provider. It is over when the bank has decided, which is read without a webhook too.
 */
export function watchDisputes(providers: PaymentProviders): Handler {
  return watch(providers, disputeWork, (payment, { disputed }) =>
    disputed ? `a bank asks for payment ${payment.id} back: answer at the provider` : null,
  );
}

/** Stands among what is stuck where a refund failed after it was made: the money has to go back in another way. */
export function watchFailedRefunds(providers: PaymentProviders): Handler {
  return watch(providers, failedRefundWork, (payment, back, now) => {
    const madeAt = payment.refundedAt ?? now;
    const isLongAgo = now.getTime() - madeAt.getTime() > failedRefundDays * dayMs;
    return hasFailed(payment, back) && !isLongAgo
      ? `the refund of payment ${payment.id} failed: give it back in another way`
      : null;
  });
}

/** Reads a payment again and again, and fails for good as long as an administrator has to look at it. */
function watch(
  providers: PaymentProviders,
  work: DueWork,
  whatIsWrong: (payment: Paid, back: MoneyBack, now: Date) => string | null,
): Handler {
  return {
    work,
    async run(ctx, id) {
      const payment = await findPaid(ctx, id);
      if (!payment) return undefined;
      const provider: PaymentProvider = providerOf(providers, payment);
      const back = await provider.readMoneyBack(payment.paymentRef, payment.amountCents);
      await inTransaction(ctx, (inner) => applyMoneyBack(inner, providers, payment, back));
      const wrong = whatIsWrong(payment, back, ctx.now);
      if (wrong) throw new WorkFailed(wrong, { lasting: true });
      return undefined;
    },
  };
}

async function findPaid({ db }: Ctx, id: string): Promise<Paid | undefined> {
  const payment = await db
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', id)
    .where('paymentRef', 'is not', null)
    .executeTakeFirst();
  return payment?.paymentRef ? { ...payment, paymentRef: payment.paymentRef } : undefined;
}
