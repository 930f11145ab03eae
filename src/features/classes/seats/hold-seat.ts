import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { publish } from '#server/events/publish.ts';
import { memberOf } from '#shared/actor.ts';
import { Refusal } from '#shared/refusal.ts';
import { changeRefusals } from '../contract.ts';
import { lockClass } from '../lock-class.ts';
import { refuseSeat } from './enrol-rules.ts';
import { insertSeatOrRefuse } from './insert-seat-or-refuse.ts';
import { readLastingBookings } from './read-bookings.ts';

/**
 * Holds a seat for the actor while they pay, in the transaction that writes the payment. It counts as taken from then
 * on, so that two students never pay for the last seat; the constraint `seats_fit` refuses what the code forgets.
 * Price, teacher and start of the payment were read before the class was locked, so another version of it is refused.
 */
export async function holdSeat(
  ctx: Ctx,
  {
    classId,
    version,
    paymentId,
    until,
  }: { classId: string; version: number; paymentId: string; until: Date },
): Promise<void> {
  const { userId } = memberOf(ctx.actor);
  const liveClass = await lockClass(ctx, classId, userId);
  if (liveClass.version !== version) throw new Refusal(changeRefusals.changedMeanwhile);
  const { paused } = await readLastingBookings(ctx, userId, liveClass);
  // This payment is a new one, also where the seat is held for an earlier one: a pause refuses it.
  const asked = { ...liveClass, isPaying: false };
  const refusal = refuseSeat('buy', ctx.actor, asked, { paused, now: ctx.now });
  if (refusal) throw refusal;
  const hold = ctx.db
    .insertInto('classEnrollments')
    .values({ classId, userId, paymentId, heldUntil: until, agreedAt: ctx.now })
    // A seat that is held for an earlier payment, which is being given up, is held for this one instead; of one that
    // was offered to the student, the end of the offer is kept.
    .onConflict((conflict) =>
      conflict.columns(['classId', 'userId']).doUpdateSet({
        paymentId,
        heldUntil: until,
        agreedAt: ctx.now,
        offeredUntil: sql`coalesce(class_enrollments.offered_until,
          case when class_enrollments.payment_id is null then class_enrollments.held_until end)`,
      }),
    );
  await insertSeatOrRefuse(() => hold.execute());
  await publish(ctx, { kind: 'classes.changed', subject: classId });
}
