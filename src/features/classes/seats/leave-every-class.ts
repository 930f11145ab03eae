import type { Ctx } from '#server/ctx.ts';
import { publish } from '#server/events/publish.ts';
import { runSoon } from '#server/jobs/due-work.ts';
import { lacksTeacher } from '../hand-over/lacks-teacher.ts';
import { rulesColumn } from '../set-rules/rules-column.ts';
import { offerSeatsWork } from '../waiting/offer-seats.ts';
import { lockOwnComing } from './lock-own-coming.ts';
import { settleLeftSeat } from './settle-left-seat.ts';

/**
 * Gives back the seats of a student, whose account ends or is suspended, in classes that have not begun, as leaving
 * each would, and their places in waiting lists.
 */
export async function leaveEveryClass(ctx: Ctx, userId: string): Promise<void> {
  const { db } = ctx;
  const classes = await lockOwnComing(ctx, userId, (coming) =>
    coming
      .select(['title', 'startsAt', 'movedAt', 'status'])
      .select([lacksTeacher.as('lacksTeacher'), rulesColumn.as('rules')]),
  );
  for (const liveClass of classes) {
    const seat = await db
      .deleteFrom('classEnrollments')
      .where('classId', '=', liveClass.id)
      .where('userId', '=', userId)
      .returning(['paymentId', 'heldUntil', 'agreedAt'])
      .executeTakeFirst();
    // Cancelling a class has refunded its seats already.
    if (seat && liveClass.status === 'scheduled') await settleLeftSeat(ctx, seat, liveClass);
  }
  await db.deleteFrom('classWaiting').where('userId', '=', userId).execute();
  runSoon(ctx, offerSeatsWork);
  await publish(ctx, { kind: 'classes.changed' });
}
