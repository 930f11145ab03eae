import { notify } from '#features/notifications/notify.ts';
import type { Fulfilment, Payment } from '#features/payments/payment-providers.ts';
import type { Ctx } from '#server/ctx.ts';
import { publish } from '#server/events/publish.ts';
import { hasStarted, seatsLeft } from '../rules.ts';

/** What the payment of a single seat gives and takes back. The class is locked before the payment is. */
export const seatFulfilment: Fulfilment = {
  async lock({ db }, { classId }) {
    if (classId) await db.selectFrom('classes').select('id').where('id', '=', classId).forUpdate().execute();
  },

  /** The seat that was kept, or another while there is one; none in a class that is cancelled, full or gone. */
  async completed(ctx, payment) {
    const { classId } = payment;
    // What an administrator noted without a class gives no seat.
    if (!classId) return payment.provider === 'manual';
    const liveClass = await findClass(ctx, classId);
    if (liveClass?.status !== 'scheduled') {
      await letGo(ctx, payment);
      return false;
    }
    const isGiven =
      (await giveHeldSeat(ctx, payment)) ||
      (!hasStarted(liveClass, ctx.now) &&
        seatsLeft(liveClass) > 0 &&
        (await giveSeat(ctx, payment, classId)));
    if (!isGiven) return false;
    await notify(ctx, {
      to: [payment.userId],
      kind: 'classes.seat-bought',
      detail: { title: liveClass.title, startsAt: liveClass.startsAt.toISOString() },
      link: '/classes',
    });
    await publish(ctx, { kind: 'classes.changed', subject: classId });
    return true;
  },

  async waiting(ctx, { id, classId, expiresAt }) {
    await ctx.db
      .updateTable('classEnrollments')
      .set({ heldUntil: expiresAt })
      .where('paymentId', '=', id)
      .where('heldUntil', 'is not', null)
      .execute();
    if (classId) await publish(ctx, { kind: 'classes.changed', subject: classId });
  },

  failed: letGo,

  /** Of a class that has begun or was cancelled, who had a seat stays on record. */
  async refunded(ctx, { id, classId }) {
    const liveClass = classId ? await findClass(ctx, classId) : undefined;
    if (!classId || liveClass?.status !== 'scheduled' || hasStarted(liveClass, ctx.now)) return;
    await ctx.db.deleteFrom('classEnrollments').where('paymentId', '=', id).execute();
    await publish(ctx, { kind: 'classes.changed', subject: classId });
  },
};

/** The seat is kept no longer. */
async function letGo(ctx: Ctx, { id, classId }: Payment): Promise<void> {
  await ctx.db
    .deleteFrom('classEnrollments')
    .where('paymentId', '=', id)
    .where('heldUntil', 'is not', null)
    .execute();
  if (classId) await publish(ctx, { kind: 'classes.changed', subject: classId });
}

function findClass({ db }: Ctx, classId: string) {
  return db
    .selectFrom('classes')
    .select(['title', 'status', 'startsAt', 'seatsTaken', 'maxStudents'])
    .where('id', '=', classId)
    .executeTakeFirst();
}

async function giveHeldSeat({ db }: Ctx, { id }: Payment): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('classEnrollments')
    .set({ heldUntil: null })
    .where('paymentId', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Not beside a seat the person has already: that one stays, and the money goes back. */
async function giveSeat({ db }: Ctx, { id, userId }: Payment, classId: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('classEnrollments')
    .values({ classId, userId, paymentId: id })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}
