import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { type DueWork, type Handler, WorkFailed } from '#server/jobs/due-work.ts';
import { dayMs } from '#shared/time/durations.ts';
import { type Payment, type PaymentProviders, providerOf } from '../payment-providers.ts';
import { disputeWork, failedRefundWork, givenBackWork, returnWork } from '../payment-work.ts';
import type { MoneyBack, PaymentProvider } from '../providers/payment-provider.ts';
import { isOwedBack, paidOf } from '../rules.ts';
import { applyMoneyBack, settleReturn } from './settle-return.ts';

type PaidAtProvider = Payment & { paymentRef: string };

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
  return watch(providers, failedRefundWork, (payment, _back, now) =>
    isOwedBack(payment) && !isLongAgo(payment.refundedAt, now)
      ? `the refund of payment ${payment.id} failed: give it back in another way`
      : null,
  );
}

/**
 * Reads a payment once a day whose money was given back in place of a refund that failed. It stands among what is
 * stuck while that refund holds after all, and so does one that was refunded and lost in a dispute: the money went back
 * twice.
 */
export function watchGivenBack(providers: PaymentProviders): Handler {
  return watch(
    providers,
    givenBackWork,
    (payment, _back, now) =>
      payment.givenBackTwiceAt && !isLongAgo(payment.givenBackTwiceAt, now)
        ? `payment ${payment.id} went back twice: get one of the two back`
        : null,
    ({ givenBackAt }, now) =>
      givenBackAt === null || isLongAgo(givenBackAt, now) ? undefined : new Date(now.getTime() + dayMs),
  );
}

function isLongAgo(at: Date | null, now: Date): boolean {
  return now.getTime() - (at ?? now).getTime() > failedRefundDays * dayMs;
}

/**
 * Reads a payment again and again, and fails for good as long as an administrator has to look at it. `lookAgainAt` says
 * when to read it again while nothing is wrong; without it the work is done then.
 */
function watch(
  providers: PaymentProviders,
  work: DueWork,
  whatIsWrong: (payment: Payment, back: MoneyBack, now: Date) => string | null,
  lookAgainAt: (payment: Payment, now: Date) => Date | undefined = () => undefined,
): Handler {
  return {
    work,
    async run(ctx, id) {
      const payment = await findPaid(ctx, id);
      if (!payment) return undefined;
      const provider: PaymentProvider = providerOf(providers, payment);
      const back = await provider.readMoneyBack(payment.paymentRef, paidOf(payment).amountCents);
      const read = await inTransaction(ctx, (ctx) => applyMoneyBack(ctx, providers, payment, back));
      const wrong = whatIsWrong(read, back, ctx.now);
      if (wrong) throw new WorkFailed(wrong, { lasting: true });
      return lookAgainAt(read, ctx.now);
    },
  };
}

async function findPaid({ db }: Ctx, id: string): Promise<PaidAtProvider | undefined> {
  const payment = await db
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', id)
    .where('paymentRef', 'is not', null)
    .executeTakeFirst();
  return payment?.paymentRef ? { ...payment, paymentRef: payment.paymentRef } : undefined;
}
