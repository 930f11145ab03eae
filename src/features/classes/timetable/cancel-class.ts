import { sql } from 'kysely';
import { othersId } from '#features/audit/others-id.ts';
import { recordAct } from '#features/audit/record-act.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { isAdmin, memberOf } from '#shared/actor.ts';
import { refuse } from '#shared/refusal.ts';
import { readManagedClass } from '../browse/reads.ts';
import type { ManagedClass } from '../contract.ts';
import { type ClassState, lockClass } from '../lock-class.ts';
import { may } from '../permissions.ts';
import { cancelRefusal } from '../rules.ts';
import { refundSeatsInFull } from '../seats/refund-seats-in-full.ts';
import { notifyPeopleOf } from '../series/notify-of-series.ts';
import { readHistory } from './read-history.ts';
import { wantCalendar } from './want-calendar.ts';

/**
 * Cancels a class, with a reason that its readers see. It stays on the calendar, struck out. The same transaction
 * tells the students with a seat and requests their refunds. It locks the class row: a student who enrols at that
 * moment either was in time and is told, or is refused.
 */
export async function cancelClass(
  outer: Ctx,
  classId: string,
  { reason }: { reason: string },
): Promise<ManagedClass> {
  const { userId } = memberOf(outer.actor);
  refuse(may(outer.actor, 'organise'));
  return inTransaction(outer, async (ctx) => {
    const liveClass = await lockClass(ctx, classId, userId);
    const { wasHeld } = await readHistory(ctx, classId);
    const byAdministrator = isAdmin(ctx.actor);
    refuse(
      may(ctx.actor, 'manage', liveClass) ??
        cancelRefusal({ ...liveClass, wasHeld }, ctx.now, { byAdministrator }),
    );

    await cancelLocked(ctx, [liveClass], reason);
    const { title, createdBy } = liveClass;
    await recordAct(ctx, {
      act: 'classes.cancel-class',
      subject: classId,
      reason,
      detail: { title },
      personId: othersId(ctx, createdBy),
    });
    await publish(ctx, { kind: 'classes.changed', subject: classId });
    return readManagedClass(ctx, classId);
  });
}

/**
 * Cancels classes whose rows are locked: refunds their seats, also those that students had left too late, and tells the
 * outside calendar, and each of their people once. A roll that was closed with no student present is open again, and a
 * trigger deletes the absences that it recorded.
 */
export async function cancelLocked(ctx: Ctx, classes: readonly ClassState[], reason: string): Promise<void> {
  const ids = classes.map(({ id }) => id);
  await ctx.db
    .updateTable('classes')
    .set({
      status: 'cancelled',
      cancelledAt: ctx.now,
      cancelReason: reason,
      rollClosedAt: null,
      rollClosedBy: null,
      version: sql`version + 1`,
    })
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
  const seats = await ctx.db
    .selectFrom('classEnrollments')
    .select(['paymentId', 'heldUntil'])
    .where(sql<boolean>`class_id = any(${ids}::uuid[])`)
    .execute();
  await refundSeatsInFull(ctx, [...seats, ...(await findForfeited(ctx, ids))], reason);
  await wantCalendar(ctx, ...ids);
  const news = classes.map(({ id: classId, createdBy: teacherId, title, ...liveClass }) => {
    const startsAt = liveClass.startsAt.toISOString();
    return { classId, teacherId, startsAt, detail: { title, startsAt, reason } };
  });
  await notifyPeopleOf(ctx, news, { kind: 'classes.cancelled', ofMany: 'classes.several-cancelled' });
}

/**
 * What was kept of students who left late. They do not pay more than those who stayed until the class was cancelled.
 */
async function findForfeited(
  { db }: Ctx,
  classIds: readonly string[],
): Promise<{ paymentId: string; heldUntil: null }[]> {
  const forfeited = await db
    .selectFrom('payments')
    .select('id')
    .where(sql<boolean>`class_id = any(${classIds}::uuid[])`)
    .where('status', '=', 'completed')
    .where('forfeitedAt', 'is not', null)
    .execute();
  return forfeited.map(({ id }) => ({ paymentId: id, heldUntil: null }));
}
