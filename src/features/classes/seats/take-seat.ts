import type { Ctx } from '#server/ctx.ts';
import type { ClassState } from '../lock-class.ts';
import { insertSeatOrRefuse } from './insert-seat-or-refuse.ts';
import { settleLeftSeat } from './settle-left-seat.ts';

/**
 * Gives a person a free seat of a class whose row is locked, once it is decided that they get it. A held seat of theirs
 * becomes an enrolment, from now on, and its payment is given up. A trigger takes who gets a seat off the waiting list.
 * `givenLate`: an organiser gives it when the student could not give it back for free any more.
 * @throws Refusal notFound
 */
export async function takeSeat(
  ctx: Ctx,
  { classId, userId, givenLate = false }: { classId: string; userId: string; givenLate?: boolean },
  liveClass: ClassState,
): Promise<void> {
  if (!liveClass.seat) {
    await insertSeatOrRefuse(() =>
      ctx.db
        .insertInto('classEnrollments')
        .values({ classId, userId, givenLate, agreedAt: ctx.now })
        .execute(),
    );
    return;
  }
  await settleLeftSeat(ctx, liveClass.seat, liveClass);
  await ctx.db
    .updateTable('classEnrollments')
    .set({
      heldUntil: null,
      offeredUntil: null,
      paymentId: null,
      enrolledAt: ctx.now,
      agreedAt: ctx.now,
      givenLate,
    })
    .where('classId', '=', classId)
    .where('userId', '=', userId)
    .execute();
}
