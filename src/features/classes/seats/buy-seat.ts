import { startCheckout } from '#features/payments/checkout/start-checkout.ts';
import type { StartedCheckout } from '#features/payments/contract.ts';
import type { PaymentProviders } from '#features/payments/payment-providers.ts';
import { checkoutMinutes, voucherFits } from '#features/payments/rules.ts';
import type { Ctx } from '#server/ctx.ts';
import { memberOf } from '#shared/actor.ts';
import { Refusal } from '#shared/refusal.ts';
import { minuteMs } from '#shared/time/durations.ts';
import { readPause } from '../absences/read-pause.ts';
import { buyRefusals } from '../contract.ts';
import { readClassState } from '../lock-class.ts';
import { refuseSeat } from './enrol-rules.ts';
import { holdSeat } from './hold-seat.ts';

/**
 * Starts the checkout of one seat in a class, at the price of the class. The seat is held meanwhile, until the start at
 * most. `fulfil-seat.ts` turns it into an enrolment when the payment completes. A student whose clubs are paused goes
 * on with a checkout that began before, and begins none. Refused where the class starts at another time than
 * `seenStart`, which the student saw; `holdSeat` refuses one that is moved after this has read it.
 */
export async function buySeat(
  ctx: Ctx,
  providers: PaymentProviders,
  classId: string,
  seenStart?: Date,
): Promise<StartedCheckout> {
  const { userId } = memberOf(ctx.actor);
  const liveClass = await readClassState(ctx, classId, userId);
  const paused = liveClass.kind === 'club' ? await readPause(ctx, userId) : null;
  const refusal = refuseSeat('buy', ctx.actor, liveClass, { paused, now: ctx.now, seenStart });
  if (refusal) throw refusal;
  const { startsAt, createdBy, title, priceCents, currency, version } = liveClass;
  if (priceCents === null) throw new Refusal(buyRefusals.notSold);
  const inTime = ctx.now.getTime() + checkoutMinutes * minuteMs;
  return startCheckout(ctx, providers, {
    kind: 'single',
    classId,
    title,
    amountCents: priceCents,
    currency,
    teacherId: createdBy,
    expiresAt: new Date(Math.min(inTime, startsAt.getTime())),
    offersVoucher: voucherFits(startsAt, ctx.now),
    hold: (inner, { id, expiresAt }) =>
      holdSeat(inner, { classId, version, paymentId: id, until: expiresAt }),
  });
}
