import type { Handler } from '#server/jobs/due-work.ts';
import { minuteMs } from '#shared/time/durations.ts';
import type { Payment, PaymentProviders } from '../payment-providers.ts';
import { settleWork } from '../payment-work.ts';
import { lookAgainAt, webhookMinutes } from '../rules.ts';
import { closeAndSettle, settlePayment } from './settle-checkout.ts';

/** When a new payment is first read from its provider: when its webhook is overdue, or its checkout ends. */
export function firstLookAt({ createdAt, expiresAt }: Pick<Payment, 'createdAt' | 'expiresAt'>): Date {
  return earliest(new Date(createdAt.getTime() + webhookMinutes * minuteMs), expiresAt);
}

/**
 * Reads a pending payment from its provider, and closes its checkout when its time is over. So no payment is lost with
 * its webhook, and a checkout in which the student does not pay releases what it held.
 */
export function settlePayments(providers: PaymentProviders): Handler {
  return {
    work: settleWork,
    async run(ctx, id) {
      const find = () =>
        ctx.db
          .selectFrom('payments')
          .selectAll()
          .where('id', '=', id)
          .where('status', '=', 'pending')
          .executeTakeFirst();
      const payment = await find();
      if (!payment) return;
      const isOver = payment.expiresAt !== null && payment.expiresAt <= ctx.now;
      await (isOver ? closeAndSettle : settlePayment)(ctx, providers, payment);
      const pending = await find();
      if (!pending) return;
      const { createdAt, expiresAt } = pending;
      const next = lookAgainAt(createdAt, ctx.now);
      return expiresAt && expiresAt > ctx.now ? earliest(next, expiresAt) : next;
    },
  };
}

function earliest(one: Date, other: Date | null): Date {
  return other && other < one ? other : one;
}
