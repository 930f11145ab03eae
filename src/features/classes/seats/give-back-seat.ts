import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { runSoon } from '#server/jobs/due-work.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { refuse } from '#shared/refusal.ts';
import { leavesLate } from '../absences/absence-rules.ts';
import type { leaveClass as operation } from '../contract.ts';
import { type ClassState, lockClass } from '../lock-class.ts';
import { may } from '../permissions.ts';
import { leaveRefusal } from '../rules.ts';
import { offerSeatsWork } from '../waiting/offer-seats.ts';
import { settleLeftSeat } from './settle-left-seat.ts';

/**
 * Gives back the actor's seat. The class row is locked before the enrolment's row, as in enrolling, so that the two do
 * not deadlock. `ifLate` is called before the seat is given back, where that counts as an absence.
 */
export async function giveBackSeat(
  outer: Ctx,
  classId: string,
  ifLate: (ctx: Ctx, liveClass: ClassState) => Promise<void>,
): Promise<AnswerOf<typeof operation>> {
  const { userId } = memberOf(outer.actor);
  return inTransaction(outer, async (ctx) => {
    const liveClass = await lockClass(ctx, classId, userId);
    if (!liveClass.seat) {
      refuse(may(ctx.actor, 'see', liveClass));
      return { classId, isEnrolled: false, seatsTaken: liveClass.seatsTaken };
    }
    refuse(leaveRefusal(liveClass, ctx.now));

    const { seat, rules } = liveClass;
    if (leavesLate({ ...liveClass, seat }, rules, ctx.now)) await ifLate(ctx, liveClass);
    await settleLeftSeat(ctx, seat, liveClass);
    await ctx.db
      .deleteFrom('classEnrollments')
      .where('classId', '=', classId)
      .where('userId', '=', userId)
      .execute();
    // A student who waits is offered the seat at once.
    runSoon(ctx, offerSeatsWork);
    await publish(ctx, { kind: 'classes.changed', subject: classId });
    return { classId, isEnrolled: false, seatsTaken: liveClass.seatsTaken - 1 };
  });
}
