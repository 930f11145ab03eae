import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { runSoon } from '#server/jobs/due-work.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { Refusal, refuse } from '#shared/refusal.ts';
import { leavesLate } from '../absences/absence-rules.ts';
import { recordLateLeaving } from '../absences/record-absences.ts';
import { absenceRefusals, type Explanation, type leaveClass as operation } from '../contract.ts';
import { type ClassState, lockClass } from '../lock-class.ts';
import { may } from '../permissions.ts';
import { leaveRefusal } from '../rules.ts';
import { offerSeatsWork } from '../waiting/offer-seats.ts';
import { settleLeftSeat } from './settle-left-seat.ts';

/**
 * Gives back the actor's seat, until the class starts. Without a seat it changes nothing and is no error. A bought seat
 * is refunded until a day before the start, and a held seat costs nothing. Cancelling a class has refunded its seats
 * already. The class row is locked before the enrolment's row, as in enrolling, so that the two do not deadlock.
 * @throws Refusal leavesLate where leaving now counts as an absence: `leaveLate` is for students who know that
 */
export function leaveClass(ctx: Ctx, classId: string): Promise<AnswerOf<typeof operation>> {
  return leave(ctx, classId, () => {
    throw new Refusal(absenceRefusals.leavesLate);
  });
}

/**
 * The same for a student who knows that leaving now counts as an absence, unless they say that power or internet
 * failed. The seat is free at once, as any other.
 */
export function leaveLate(
  ctx: Ctx,
  classId: string,
  explanation: Explanation | null,
): Promise<AnswerOf<typeof operation>> {
  const { userId } = memberOf(ctx.actor);
  return leave(ctx, classId, (inner, { title, createdBy }) =>
    recordLateLeaving(inner, { classId, title, createdBy }, { userId, explanation }),
  );
}

/** `ifLate` is called before the seat is given back, where that counts as an absence. */
async function leave(
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
