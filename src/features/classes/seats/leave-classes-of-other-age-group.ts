import { publishPaymentsChanged } from '#features/payments/publish-payments-changed.ts';
import { type RefundReason, refundReasons } from '#features/payments/rules.ts';
import type { Ctx } from '#server/ctx.ts';
import { publish } from '#server/events/publish.ts';
import { runSoon } from '#server/jobs/due-work.ts';
import type { AgeGroup } from '#shared/actor.ts';
import { offerSeatsWork } from '../waiting/offer-seats.ts';
import { lockOwnComing } from './lock-own-coming.ts';
import { refundSeatsInFull } from './refund-seats-in-full.ts';

/**
 * Gives back a student's seats in coming classes that are not for their age group, asks for the money of those that
 * were bought, and takes the student off the waiting lists of such classes. `why` is what administrators read
 * of the refunds. Answers how many seats.
 */
export async function leaveClassesOfOtherAgeGroup(
  ctx: Ctx,
  userId: string,
  ageGroup: AgeGroup,
  why: RefundReason = refundReasons.ageGroupChanged,
): Promise<number> {
  const { db } = ctx;
  const classes = await lockOwnComing(ctx, userId, (coming) =>
    coming.where('targetAudience', '<>', ageGroup),
  );
  const { numDeletedRows: places } = await db
    .deleteFrom('classWaiting')
    .where('userId', '=', userId)
    .where('classId', 'in', (of) =>
      of.selectFrom('classes').select('id').where('targetAudience', '<>', ageGroup),
    )
    .executeTakeFirst();
  if (places > 0n) await publish(ctx, { kind: 'classes.changed' });
  if (classes.length === 0) return 0;
  const seats = await db
    .deleteFrom('classEnrollments')
    .where('userId', '=', userId)
    .where(
      'classId',
      'in',
      classes.map(({ id }) => id),
    )
    .returning(['paymentId', 'heldUntil'])
    .execute();
  await refundSeatsInFull(ctx, seats, why);
  for (const { paymentId } of seats) {
    if (paymentId) await publishPaymentsChanged(ctx, { id: paymentId, userId, teacherId: null });
  }
  runSoon(ctx, offerSeatsWork);
  await publish(ctx, { kind: 'classes.changed' });
  return seats.length;
}
