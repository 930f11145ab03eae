import { refuseUnlessPerson } from '#features/accounts/deletion/refuse-unless-person.ts';
import { undoMs } from '#features/notifications/delivery/plan-delivery.ts';
import { withdrawNotices } from '#features/notifications/withdraw-notices.ts';
import { refundReasons } from '#features/payments/rules.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { runSoon } from '#server/jobs/due-work.ts';
import type { AnswerOf, ReceivedOf } from '#shared/operation.ts';
import { refuse } from '#shared/refusal.ts';
import type { removeStudent as operation } from '../contract.ts';
import { type ClassState, lockClass } from '../lock-class.ts';
import { may } from '../permissions.ts';
import { removalRefusal } from '../rules.ts';
import { refundSeatsInFull } from '../seats/refund-seats-in-full.ts';
import { offerSeatsWork } from '../waiting/offer-seats.ts';
import { noteRemoval, type RemovalNotice } from './note-removal.ts';
import { selectRoster } from './read-roster.ts';
import { refuseOftenRemoved } from './refuse-often-removed.ts';

/**
 * An organiser takes the seat of a student away before the class begins, also one that is offered to them or held while
 * they pay, and that of a walk-in while the roll is open. The student did not decide it: what they paid is refunded in
 * full however late it is, an open checkout is closed, and no absence counts. They are told, with the reason if there
 * is one, and the next student who waits is offered the seat. The class row is locked before the enrolment's row, as in
 * enrolling, so that the two do not deadlock. Nothing changes for a person without a seat.
 */
export async function removeStudent(
  outer: Ctx,
  { id: classId, userId }: { id: string; userId: string },
  { reason }: ReceivedOf<typeof operation>['body'],
): Promise<AnswerOf<typeof operation>> {
  refuse(may(outer.actor, 'organise'));
  return inTransaction(outer, async (ctx) => {
    const liveClass = await lockClass(ctx, classId, userId);
    refuse(may(ctx.actor, 'manage', liveClass));
    if (!liveClass.seat) {
      await refuseUnlessPerson(ctx, userId);
      return selectRoster(ctx, classId);
    }
    const { seat } = liveClass;
    refuse(removalRefusal({ ...liveClass, seat }, ctx.now));
    if (reason) await refuseOftenRemoved(ctx, userId);

    // Undone at once: the letter about the seat has not left, and a letter about its end would be the only one.
    // A teacher who gives a reason undoes nothing: the student reads it. What tells nothing is not one of the removals
    // that are counted (`refuse-often-removed.ts`).
    const withdrawn = await withdrawNotices(ctx, {
      from: userId,
      kinds: ['classes.seat-given', 'classes.walked-in'],
      since: new Date(ctx.now.getTime() - undoMs),
      about: classId,
    });
    await refundSeatsInFull(ctx, [seat], reason ?? refundReasons.seatRemoved);
    await ctx.db
      .deleteFrom('classEnrollments')
      .where('classId', '=', classId)
      .where('userId', '=', userId)
      .execute();
    const isUndone = withdrawn > 0 && !reason;
    await noteRemoval(ctx, liveClass, {
      ...{ classId, userId, reason },
      act: isUndone ? 'classes.undo-seat' : 'classes.remove-student',
      kind: isUndone ? null : noticeOf(liveClass),
    });
    runSoon(ctx, offerSeatsWork);
    await publish(ctx, { kind: 'classes.changed', subject: classId });
    return selectRoster(ctx, classId);
  });
}

/** An offer was never their seat, and who is still paying is told not to pay. */
function noticeOf({ isHeld, isPaying }: ClassState): RemovalNotice {
  if (isPaying) return 'classes.held-seat-taken-away';
  return isHeld ? 'classes.wait-taken-away' : 'classes.seat-taken-away';
}
