import { recordAct } from '#features/audit/record-act.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import type { OverseenPayment } from '../contract.ts';
import { may } from '../permissions.ts';
import { readPayment } from '../reads.ts';
import { refundRefusal } from '../rules.ts';
import { requestRefund } from './request-refund.ts';

/**
 * An administrator gives all of a completed payment back; a chore then sees to it, and takes back what it paid for.
 * The row is held while deciding: two who ask at once are one refund, and one line in the audit log.
 * @throws Refusal notAllowed, notFound, payments/not-refundable
 */
export async function refundPayment(outer: Ctx, id: string, reason: string): Promise<OverseenPayment> {
  const notAllowed = may(outer.actor, 'oversee');
  if (notAllowed) throw new Refusal(notAllowed);
  return inTransaction(outer, async (ctx) => {
    const payment = await ctx.db
      .selectFrom('payments')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!payment) throw new Refusal(commonRefusals.notFound);
    // Given back, or about to be: it is as they want it.
    if (payment.refundWantedAt) return readPayment(ctx, id);
    const refusal = refundRefusal(payment);
    if (refusal) throw new Refusal(refusal);

    await requestRefund(ctx, { paymentId: id, reason });
    const { userId, amountCents, currency } = payment;
    await recordAct(ctx, {
      act: 'payments.refund-payment',
      personId: userId,
      subject: id,
      reason,
      detail: { amountCents, currency },
    });
    return readPayment(ctx, id);
  });
}
