import { refuseOwnMatter } from '#features/accounts/roles/own-matter.ts';
import { recordAct } from '#features/audit/record-act.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import { type OverseenPayment, paymentRefusals } from '../contract.ts';
import { may } from '../permissions.ts';
import { readPayment } from '../reads.ts';
import { isGivenBackByHand, refundRefusal } from '../rules.ts';
import { findCreditedPayments } from './find-credited-payments.ts';
import { requestRefund } from './request-refund.ts';

/**
 * An administrator requests the refund of a whole completed payment; due work then makes it and takes back what was
 * paid for. The payment's row is locked, so that concurrent requests make one refund and one line in the audit log.
 * @throws Refusal notAllowed, notFound, ownMatter, payments/not-refundable, payments/refunded-before,
 * payments/rest-credited
 */
export async function refundPayment(outer: Ctx, id: string, reason: string): Promise<OverseenPayment> {
  refuse(may(outer.actor, 'oversee'));
  return inTransaction(outer, async (ctx) => {
    const payment = await ctx.db
      .selectFrom('payments')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!payment) throw new Refusal(commonRefusals.notFound);
    // It is refunded or its refund was requested: nothing is left to do, and a second administrator must not hand the
    // same cash over.
    if (payment.refundWantedAt && isGivenBackByHand(payment))
      throw new Refusal(paymentRefusals.refundedBefore);
    if (payment.refundWantedAt) return readPayment(ctx, id);
    refuse(refundRefusal(payment));
    await refuseOwnMatter(ctx, [payment.userId]);
    if ((await findCreditedPayments(ctx, payment)).length > 0)
      throw new Refusal(paymentRefusals.restCredited);

    await requestRefund(ctx, { paymentId: id, reason, isAsked: true });
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
