import { sql } from 'kysely';
import { notify } from '#features/notifications/notify.ts';
import { byHandRefusals } from '#features/payments/contract.ts';
import type { Fulfilment, Payment } from '#features/payments/payment-providers.ts';
import { lockProfiles } from '#features/profiles/lock-profiles.ts';
import type { Ctx } from '#server/ctx.ts';
import { publish } from '#server/events/publish.ts';
import { putDue } from '#server/jobs/due-work.ts';
import { Refusal, type RefusalKind } from '#shared/refusal.ts';
import { learnerRefusal } from '../permissions.ts';
import { hasEnded, hasStarted, learnersAddress, seatsLeft, wasMovedSince } from '../rules.ts';
import { offerSeatsWork } from '../waiting/offer-seats.ts';

/** What the payment of a single seat gives and takes back. The class row is locked before the payment row. */
export const seatFulfilment: Fulfilment = {
  async lock({ db }, { classId }) {
    if (classId) await db.selectFrom('classes').select('id').where('id', '=', classId).forUpdate().execute();
  },

  /**
   * Gives the held seat, or a free one; none in a class that is cancelled, over, full, deleted or not for the student's
   * age group, and none where the seat was given back or taken away before the money came. A class that was moved to an
   * earlier day while a voucher was out may be over, or have begun: who paid for another time is not put into the
   * middle of it.
   */
  async completed(ctx, payment) {
    const { classId } = payment;
    if (!classId) return false;
    const liveClass = await findClass(ctx, classId);
    if (payment.provider === 'manual') return !!liveClass && giveSeatByHand(ctx, payment, liveClass);
    const isOn =
      liveClass?.status === 'scheduled' &&
      !hasEnded(liveClass, ctx.now) &&
      !(hasStarted(liveClass, ctx.now) && wasMovedSince(liveClass, { agreedAt: payment.createdAt }));
    if (!isOn || payment.refundIfPaid || !(await mayHaveSeat(ctx, payment, liveClass))) return false;
    const isGiven =
      (await giveHeldSeat(ctx, payment)) ||
      (!hasStarted(liveClass, ctx.now) &&
        seatsLeft(liveClass) > 0 &&
        (await giveSeat(ctx, payment, classId)));
    if (isGiven) await notifySeatBought(ctx, payment, liveClass);
    return isGiven;
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

  sentBack: releaseSeat,

  /** A seat that was offered to the student before is offered to them again, for the rest of that time. */
  async failed(ctx, payment) {
    if (!(await offerAgain(ctx, payment))) await releaseSeat(ctx, payment);
  },

  /** Enrolments of a class that has begun or was cancelled stay on record. */
  async refunded(ctx, { id, classId }) {
    const liveClass = classId ? await findClass(ctx, classId) : undefined;
    if (!classId || liveClass?.status !== 'scheduled' || hasStarted(liveClass, ctx.now)) return;
    await ctx.db.deleteFrom('classEnrollments').where('paymentId', '=', id).execute();
    await publish(ctx, { kind: 'classes.changed', subject: classId });
  },
};

/** Whether the seat that was held for the payment is an offer again: not in a class that has begun or was cancelled. */
async function offerAgain(ctx: Ctx, { id, classId }: Payment): Promise<boolean> {
  const liveClass = classId ? await findClass(ctx, classId) : undefined;
  if (liveClass?.status !== 'scheduled' || hasStarted(liveClass, ctx.now)) return false;
  const { numUpdatedRows } = await ctx.db
    .updateTable('classEnrollments')
    .set({
      paymentId: null,
      heldUntil: sql`least(offered_until, ${liveClass.startsAt}::timestamptz)`,
      offeredUntil: null,
    })
    .where('paymentId', '=', id)
    .where('heldUntil', 'is not', null)
    .where('offeredUntil', '>', ctx.now)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  // Takes the offer back in time.
  await putDue(ctx, offerSeatsWork, liveClass.id);
  await publish(ctx, { kind: 'classes.changed', subject: liveClass.id });
  return true;
}

/** Releases the held seat. */
async function releaseSeat(ctx: Ctx, { id, classId }: Payment): Promise<void> {
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
    .select(['id', 'title', 'status', 'startsAt', 'durationMinutes', 'seatsTaken', 'maxStudents'])
    .select(['movedAt', 'targetAudience', 'createdBy'])
    .where('id', '=', classId)
    .executeTakeFirst();
}
type LiveClass = NonNullable<Awaited<ReturnType<typeof findClass>>>;

async function notifySeatBought(ctx: Ctx, payment: Payment, liveClass: LiveClass): Promise<void> {
  const { userId, amountCents, currency } = payment;
  await notify(ctx, {
    to: [userId],
    kind: 'classes.seat-bought',
    detail: { title: liveClass.title, startsAt: liveClass.startsAt.toISOString(), amountCents, currency },
    link: learnersAddress(liveClass.id),
    about: liveClass.id,
  });
  await publish(ctx, { kind: 'classes.changed', subject: liveClass.id });
}

/** The student is enrolled from now on: who paid after the moment of a reminder is not reminded late. */
async function giveHeldSeat({ db, now }: Ctx, { id }: Payment): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('classEnrollments')
    .set({
      heldUntil: null,
      offeredUntil: null,
      enrolledAt: sql`case when held_until is null then enrolled_at else ${now}::timestamptz end`,
    })
    .where('paymentId', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Gives no second seat to a student who has one: that one stays, and the payment is refunded. */
async function giveSeat({ db }: Ctx, { id, userId, createdAt }: Payment, classId: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('classEnrollments')
    .values({ classId, userId, paymentId: id, agreedAt: createdAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/**
 * Whether the student still is of those who can have a seat in the class. Since the payment began, which can be days
 * ago, they may have been suspended, and their age group, the guardian's consent of a kid and the teacher may have
 * changed. The profile is locked by a statement of its own, as each of these changes locks it: a statement that waited
 * for the lock would still read the account as it was before. The age group stays until the commit. A pause of clubs
 * that began meanwhile takes no seat that was booked before.
 */
async function mayHaveSeat(ctx: Ctx, { userId }: Payment, liveClass: LiveClass): Promise<boolean> {
  await lockProfiles(ctx, [userId], 'share');
  const student = await ctx.db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.userId')
    .select([
      'profiles.userId',
      'profiles.ageGroup',
      'users.bannedAt',
      sql<boolean>`may_join_live(age_group, user_id)`.as('guardianConsent'),
    ])
    .where('profiles.userId', '=', userId)
    .executeTakeFirstOrThrow();
  return student.bannedAt === null && learnerRefusal(student, liveClass) === null;
}

/**
 * Gives the seat that an administrator recorded a payment for. The class may have begun: the seat of a student who came
 * without paying becomes a paid one, and one that was offered to the student is taken. A class that was cancelled or is
 * for another age group gives no seat, nor does any class to a kid without their guardian's consent or to a suspended
 * student.
 */
async function giveSeatByHand(ctx: Ctx, payment: Payment, liveClass: LiveClass): Promise<boolean> {
  if (liveClass.status === 'cancelled' || !(await mayHaveSeat(ctx, payment, liveClass))) return false;
  const { numUpdatedRows } = await ctx.db
    .updateTable('classEnrollments')
    .set({ paymentId: payment.id, heldUntil: null, enrolledAt: ctx.now, agreedAt: ctx.now })
    .where('classId', '=', liveClass.id)
    .where('userId', '=', payment.userId)
    .where('paymentId', 'is', null)
    .executeTakeFirst();
  const isGiven =
    numUpdatedRows > 0n || (seatsLeft(liveClass) > 0 && (await giveSeat(ctx, payment, liveClass.id)));
  if (!isGiven) throw new Refusal(await findWhyNotGiven(ctx, payment, liveClass.id));
  if (!hasStarted(liveClass, ctx.now)) await notifySeatBought(ctx, payment, liveClass);
  return true;
}

/** Why the student, who may have a seat in the class, gets none: they have one, paid or not yet, or none is free. */
async function findWhyNotGiven({ db }: Ctx, { userId }: Payment, classId: string): Promise<RefusalKind> {
  const seat = await db
    .selectFrom('classEnrollments')
    .select('heldUntil')
    .where('classId', '=', classId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (!seat) return byHandRefusals.classFull;
  return seat.heldUntil ? byHandRefusals.holdsUnpaidSeat : byHandRefusals.hasPaidSeat;
}
