import { recordAct } from '#features/audit/record-act.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { memberOf } from '#shared/actor.ts';
import { Refusal } from '#shared/refusal.ts';
import type { ManagedClass } from '../contract.ts';
import { lockClass } from '../lock-class.ts';
import { may } from '../permissions.ts';
import { readManagedClass } from '../reads.ts';
import { cancelRefusal } from '../rules.ts';
import { refundSeats } from '../seats/refund-seats.ts';
import { readHistory } from './read-history.ts';
import { tellStudents } from './tell-students.ts';
import { wantCalendar } from './want-calendar.ts';

/**
 * Cancels a class, with a reason that everybody sees. It stays on the calendar, struck out. Whoever has a seat
 * is told, and paid back what they paid for it, in the same transaction that cancels, which holds the class's row: somebody who enrols at that moment
 * either was in time and is told, or finds the class cancelled.
 */
export async function cancelClass(
  outer: Ctx,
  classId: string,
  { reason }: { reason: string },
): Promise<ManagedClass> {
  const { userId } = memberOf(outer.actor);
  const notAnOrganiser = may(outer.actor, 'organise');
  if (notAnOrganiser) throw new Refusal(notAnOrganiser);
  return inTransaction(outer, async (ctx) => {
    const liveClass = await lockClass(ctx, classId, userId);
    const { wasHeld } = await readHistory(ctx, classId);
    const refusal = may(ctx.actor, 'manage', liveClass) ?? cancelRefusal({ ...liveClass, wasHeld }, ctx.now);
    if (refusal) throw new Refusal(refusal);

    await ctx.db
      .updateTable('classes')
      .set({
        status: 'cancelled',
        cancelledAt: ctx.now,
        cancelReason: reason,
        version: liveClass.version + 1,
        updatedAt: ctx.now,
      })
      .where('id', '=', classId)
      .execute();
    const seats = await ctx.db
      .selectFrom('classEnrollments')
      .select(['paymentId', 'heldUntil'])
      .where('classId', '=', classId)
      .execute();
    await refundSeats(ctx, seats, reason);
    const { title, startsAt, createdBy } = liveClass;
    await tellStudents(ctx, classId, {
      kind: 'classes.cancelled',
      detail: { title, startsAt: startsAt.toISOString(), reason },
    });
    if (createdBy !== userId) {
      const act = { act: 'classes.cancel-class', personId: createdBy, subject: classId };
      await recordAct(ctx, { ...act, reason, detail: { title } });
    }
    await wantCalendar(ctx, classId);
    await publish(ctx, { kind: 'classes.changed', subject: classId });
    return readManagedClass(ctx, classId);
  });
}
