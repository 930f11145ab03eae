import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { Refusal } from '#shared/refusal.ts';
import type { leaveClass as operation } from '../contract.ts';
import { lockClass } from '../lock-class.ts';
import { may } from '../permissions.ts';
import { leaveRefusal } from '../rules.ts';
import { refundSeat } from './refund-seat.ts';

/**
 * Gives back the seat of whoever asks, until the class starts. Without a seat there is nothing to do, and
 * that is no error. A seat that was bought is paid back until a day before, and one that is only held costs
 * nothing; a class that was cancelled has paid it back already. The class's row is taken before the enrolment's,
 * as in enrolling, so that the two never wait for each other in a circle.
 */
export async function leaveClass(outer: Ctx, classId: string): Promise<AnswerOf<typeof operation>> {
  const { userId } = memberOf(outer.actor);
  return inTransaction(outer, async (ctx) => {
    const liveClass = await lockClass(ctx, classId, userId);
    if (!liveClass.seat) {
      const hidden = may(ctx.actor, 'see', liveClass);
      if (hidden) throw new Refusal(hidden);
      return { classId, isEnrolled: false, seatsTaken: liveClass.seatsTaken };
    }
    const refusal = leaveRefusal(liveClass, ctx.now);
    if (refusal) throw new Refusal(refusal);

    await refundSeat(ctx, liveClass.seat, liveClass);
    await ctx.db
      .deleteFrom('classEnrollments')
      .where('classId', '=', classId)
      .where('userId', '=', userId)
      .execute();
    await publish(ctx, { kind: 'classes.changed', subject: classId });
    return { classId, isEnrolled: false, seatsTaken: liveClass.seatsTaken - 1 };
  });
}
