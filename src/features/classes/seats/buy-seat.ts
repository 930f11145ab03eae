import { startCheckout } from '#features/payments/checkout/start-checkout.ts';
import type { StartedCheckout } from '#features/payments/contract.ts';
import type { PaymentProviders } from '#features/payments/payment-providers.ts';
import { checkoutMinutes, voucherFits } from '#features/payments/rules.ts';
import type { Ctx } from '#server/ctx.ts';
import { memberOf } from '#shared/actor.ts';
import { Refusal } from '#shared/refusal.ts';
import { buyRefusals } from '../contract.ts';
import { glanceAtClass } from '../lock-class.ts';
import { buyRefusal } from './buy-rules.ts';
import { holdSeat } from './hold-seat.ts';

/**
 * Starts the checkout of one seat in a class, at the price of the class. The seat is held meanwhile, until the start at
 * most. `fulfil-seat.ts` turns it into an enrolment when the payment completes.
 */
export async function buySeat(
  ctx: Ctx,
  providers: PaymentProviders,
  classId: string,
): Promise<StartedCheckout> {
  const { userId } = memberOf(ctx.actor);
  const liveClass = await glanceAtClass(ctx, classId, userId);
  const refusal = buyRefusal(ctx.actor, liveClass, ctx.now);
  if (refusal) throw new Refusal(refusal);
  const { startsAt, createdBy, title, priceCents, currency } = liveClass;
  if (priceCents === null) throw new Refusal(buyRefusals.notSold);
  const inTime = ctx.now.getTime() + checkoutMinutes * 60_000;
  return startCheckout(ctx, providers, {
    kind: 'single',
    classId,
    title,
    amountCents: priceCents,
    currency,
    teacherId: createdBy,
    expiresAt: new Date(Math.min(inTime, startsAt.getTime())),
    offersVoucher: voucherFits(startsAt, ctx.now),
    hold: (inner, { id, expiresAt }) => holdSeat(inner, { classId, paymentId: id, until: expiresAt }),
  });
}
