import { publishPaymentsChanged } from '#features/payments/publish-payments-changed.ts';
import { type RefundReason, refundReasons } from '#features/payments/rules.ts';
import { lockProfiles } from '#features/profiles/lock-profiles.ts';
import type { Ctx } from '#server/ctx.ts';
import { publish } from '#server/events/publish.ts';
import type { AgeGroup } from '#shared/actor.ts';
import { refundSeatsInFull } from './refund-seats-in-full.ts';

/**
 * Gives back a student's seats in coming classes that are not for their age group, asks for the money of those that
 * were bought, and takes the student off the waiting lists of such classes. The profile is locked first: a seat that is
 * being given is there by then, or the trigger `seat_fits_student` refuses it after the commit. The classes' rows are
 * locked in the order of their ids, as enrolling and leaving lock them. `why` is what administrators read of the
 * refunds. Answers how many seats.
 */
export async function leaveClassesOfOtherAgeGroup(
  ctx: Ctx,
  userId: string,
  ageGroup: AgeGroup,
  why: RefundReason = refundReasons.ageGroupChanged,
): Promise<number> {
  const { db, now } = ctx;
  await lockProfiles(ctx, [userId]);
  const classes = await db
    .selectFrom('classes')
    .select('id')
    .where('startsAt', '>', now)
    .where('targetAudience', '<>', ageGroup)
    .where('id', 'in', (of) =>
      of.selectFrom('classEnrollments').select('classId').where('userId', '=', userId),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
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
  await publish(ctx, { kind: 'classes.changed' });
  return seats.length;
}
