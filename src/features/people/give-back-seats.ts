import { refundSeat } from '#features/classes/seats/refund-seat.ts';
import { requestRefund } from '#features/payments/refunds/request-refund.ts';
import { tellPaymentsChanged } from '#features/payments/tell-payments-changed.ts';
import type { Ctx } from '#server/ctx.ts';
import { publish } from '#server/events/publish.ts';
import type { AgeGroup } from '#shared/actor.ts';

/**
 * Gives back a person's seats in coming classes that are not for their age group, and asks for the money of
 * those that were bought. The classes' rows are taken first and in one order, as whoever enrols or leaves takes
 * them. Answers how many seats.
 */
export async function giveBackSeats(ctx: Ctx, userId: string, ageGroup: AgeGroup): Promise<number> {
  const { db, now } = ctx;
  const classes = await db
    .selectFrom('classes')
    .select(['id', 'title', 'startsAt'])
    .where('startsAt', '>', now)
    .where('targetAudience', '<>', ageGroup)
    .where('id', 'in', (of) =>
      of.selectFrom('classEnrollments').select('classId').where('userId', '=', userId),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
  if (classes.length === 0) return 0;
  const seats = await db
    .deleteFrom('classEnrollments')
    .where('userId', '=', userId)
    .where(
      'classId',
      'in',
      classes.map(({ id }) => id),
    )
    .returning(['classId', 'paymentId', 'heldUntil'])
    .execute();
  for (const { classId, paymentId, heldUntil } of seats) {
    const liveClass = classes.find(({ id }) => id === classId);
    if (paymentId === null || !liveClass) continue;
    // It is not the person's wish: what was paid goes back, however late that is.
    if (heldUntil) await refundSeat(ctx, { paymentId, heldUntil }, liveClass);
    else await requestRefund(ctx, { paymentId, reason: 'Cambió el grupo de edad de la cuenta' });
    await tellPaymentsChanged(ctx, { id: paymentId, userId, teacherId: null });
  }
  await publish(ctx, { kind: 'classes.changed' });
  return seats.length;
}
