import { recordAct } from '#features/audit/record-act.ts';
import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { once } from '#server/db/once.ts';
import { dropDue, putDue } from '#server/jobs/due-work.ts';
import { giveUpFailing } from '#server/jobs/give-up-failing.ts';
import { memberOf } from '#shared/actor.ts';
import type { ReceivedOf } from '#shared/operation.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import { type OverseenPayment, giveBackOtherwise as operation, paymentRefusals } from '../contract.ts';
import { lockPayment } from '../lock-payment.ts';
import type { Payment, PaymentProviders } from '../payment-providers.ts';
import { failedRefundWork, givenBackWork, refundWork } from '../payment-work.ts';
import { may } from '../permissions.ts';
import { UnknownToProvider } from '../providers/payment-provider.ts';
import { publishPaymentsChanged } from '../publish-payments-changed.ts';
import { readPayment } from '../reads.ts';
import { giveBackRefusal, paidOf } from '../rules.ts';
import { finishRefund, toPayer } from './make-refunds.ts';
import { settleReturn } from './settle-return.ts';
import { isRefundStuck } from './waiting-refunds.ts';
import { withdrawHandRefundNotices } from './withdraw-hand-refund-notices.ts';

type Given = NonNullable<ReceivedOf<typeof operation>['body']>;

/**
 * An administrator says that they gave the money of a refund back by hand: it failed, or was paid by hand or by
 * voucher. The payment stays refunded: its share and what it bought were taken back once, with the refund. Where the
 * provider never made the refund, they are taken back now, and it is not tried again; not while a process tries. The
 * provider is read first, with no transaction open, so that a refund that holds by now is not given back again; one
 * that holds later is told as a conflict (`applyMoneyBack`). The payment is locked, so that one of two administrators
 * is the first. Audited, told to the person who paid, idempotent under its key. Other administrators are asked for it
 * no more.
 * @throws Refusal notAllowed, notFound, payments/refund-holds, payments/given-back-before, payments/provider-away
 */
export async function giveBackOtherwise(
  outer: Ctx,
  providers: PaymentProviders,
  { id, ...given }: Given & { id: string },
  idempotencyKey: string | undefined,
): Promise<OverseenPayment> {
  refuse(may(outer.actor, 'oversee'));
  const { userId: adminId } = memberOf(outer.actor);
  const found = await outer.db
    .selectFrom('payments')
    .selectAll()
    .select(isRefundStuck.as('isRefundStuck'))
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) throw new Refusal(commonRefusals.notFound);
  const isKnown = await readRefund(outer, providers, found);
  const input = { id, ...given };
  return once(outer, { operation, key: idempotencyKey, input }, async (ctx) => {
    const payment = await lockPayment(ctx, providers, found);
    const isStuck = found.isRefundStuck && (await giveUpFailing(ctx, refundWork, id));
    refuse(giveBackRefusal({ ...payment, isRefundStuck: isStuck }));
    if (isStuck) await finishRefund(ctx, providers, payment, null, { hasFailed: true });
    const { method, reason } = given;
    await ctx.db
      .updateTable('payments')
      .set({
        givenBackAt: ctx.now,
        givenBackMethod: method,
        givenBackReason: reason,
        givenBackBy: adminId,
      })
      .where('id', '=', id)
      .execute();
    await withdrawHandRefundNotices(ctx, payment);
    await dropDue(ctx, failedRefundWork, id);
    if (isKnown) await putDue(ctx, givenBackWork, id);
    await recordAct(ctx, {
      act: 'payments.give-back-otherwise',
      personId: payment.userId,
      subject: id,
      reason,
      detail: { ...paidOf(payment), method },
    });
    await notify(ctx, {
      ...toPayer(payment),
      kind: method === 'cash' ? 'payments.given-back-in-cash' : 'payments.given-back-by-transfer',
    });
    await publishPaymentsChanged(ctx, payment);
    return readPayment(ctx, id);
  });
}

/**
 * Brings the payment to the state of its refund at the provider. Answers false where no provider that is set up knows
 * the payment, as after its account was replaced: then no refund stands there. @throws Refusal payments/provider-away
 */
async function readRefund(
  ctx: Ctx,
  providers: PaymentProviders,
  payment: Payment & { isRefundStuck: boolean },
): Promise<boolean> {
  const provider = providers.find(payment.provider);
  if (giveBackRefusal(payment) || !provider || payment.paymentRef === null) return false;
  try {
    await settleReturn(ctx, providers, provider, payment.paymentRef);
    return true;
  } catch (error) {
    if (error instanceof UnknownToProvider) return false;
    ctx.log.warn({ err: error, payment: payment.id }, 'a failed refund could not be read');
    throw new Refusal(paymentRefusals.providerAway);
  }
}
