import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { lockPayment } from '../lock-payment.ts';
import { type Payment, settlementOf, type Till } from '../payment-till.ts';
import { nextAttemptAt } from '../rules.ts';
import { settleAll } from '../settle-all.ts';
import { tellPaymentsChanged } from '../tell-payments-changed.ts';

const atOnce = 20;

/**
 * Gives back what is wanted back. Each payment is claimed first, with the time of the next try, and no transaction is
 * open while its provider is asked: under one key, so that a try whose answer was lost is not a second refund.
 */
export async function makeRefunds(ctx: Ctx, till: Till): Promise<void> {
  await settleAll(await claim(ctx), async (payment) => {
    try {
      const refundRef = await refundAt(till, payment);
      await inTransaction(ctx, (inner) => finishRefund(inner, till, payment, refundRef));
    } catch (error) {
      ctx.log.warn({ err: error, payment: payment.id }, 'a refund could not be made yet');
      await noteFailure(ctx, payment.id, error);
    }
  });
}

async function claim({ db, now }: Ctx): Promise<Payment[]> {
  return db.transaction().execute(async (trx) => {
    const due = await trx
      .selectFrom('payments')
      .selectAll()
      .where('status', '=', 'completed')
      .where('refundWantedAt', 'is not', null)
      .where((where) => where.or([where('nextAttemptAt', 'is', null), where('nextAttemptAt', '<=', now)]))
      .orderBy('nextAttemptAt')
      .limit(atOnce)
      .forUpdate()
      .skipLocked()
      .execute();
    for (const { id, attempts } of due) {
      await trx
        .updateTable('payments')
        .set({ attempts: attempts + 1, nextAttemptAt: nextAttemptAt(attempts + 1, now) })
        .where('id', '=', id)
        .execute();
    }
    return due;
  });
}

/** The refund's id at the provider; what was paid by hand is given back by hand and has none. */
async function refundAt(
  till: Till,
  { id, provider, paymentRef, amountCents }: Payment,
): Promise<string | null> {
  if (provider === 'manual' || paymentRef === null) return null;
  const asked = till.find(provider);
  if (!asked) throw new Error(`no provider ${provider} is set up`);
  return asked.refund({ paymentId: id, paymentRef, amountCents });
}

/** The money is back: what it paid for is taken back too. Nothing changes unless the payment is completed. */
export async function finishRefund(
  ctx: Ctx,
  till: Till,
  found: Payment,
  refundRef: string | null,
): Promise<void> {
  const payment = await lockPayment(ctx, till, found);
  if (payment.status !== 'completed') return;
  const refunded = await ctx.db
    .updateTable('payments')
    .set({
      status: 'refunded',
      refundRef,
      refundedAt: ctx.now,
      refundWantedAt: payment.refundWantedAt ?? ctx.now,
      nextAttemptAt: null,
      lastError: null,
      updatedAt: ctx.now,
    })
    .where('id', '=', payment.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await settlementOf(till, refunded).refunded(ctx, refunded);
  await notify(ctx, {
    to: [refunded.userId],
    kind: 'payments.refunded',
    detail: {
      title: refunded.title,
      tier: refunded.tier,
      amountCents: refunded.amountCents,
      currency: refunded.currency,
    },
    link: '/membership',
  });
  await tellPaymentsChanged(ctx, refunded);
}

async function noteFailure({ db }: Ctx, id: string, error: unknown): Promise<void> {
  await db
    .updateTable('payments')
    .set({ lastError: String(error instanceof Error ? error.message : error).slice(0, 500) })
    .where('id', '=', id)
    .execute();
}
