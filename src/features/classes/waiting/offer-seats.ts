import { sql } from 'kysely';
import { notify } from '#features/notifications/notify.ts';
import { withdrawNotices } from '#features/notifications/withdraw-notices.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import type { DueWork, Handler } from '#server/jobs/due-work.ts';
import { minuteMs } from '#shared/time/durations.ts';
import {
  hasStarted,
  isOpenToAllWaiting,
  learnersAddress,
  offerEndsAt,
  opensToAllWaitingAt,
  seatsLeft,
} from '../rules.ts';
import { dropWhoCannotCome } from './drop-who-cannot-come.ts';
import { lockOpenClass, type OpenClass } from './lock-open-class.ts';

/** Due work that looks after the waiting list of one class. Its subject is the id of the class. */
export const offerSeatsWork: DueWork = {
  kind: 'offer-seats',
  backOff: { firstMs: 5000, longestMs: 10 * minuteMs },
  concurrency: 2,
};

/**
 * Looks after the waiting list of a class: takes back offers that ran out, and offers each free seat to the student
 * who has waited longest. An offered seat is an enrolment with `held_until` and without a payment, so it counts as
 * taken. In the last hour the seat stays free for all who wait, and they are told. A class without a teacher offers
 * nothing, and none of its offers runs out, because the student could not take the seat. One transaction with the class
 * row locked, as in enrolling and leaving: done twice, it offers nothing twice.
 */
export const offerSeats: Handler = {
  work: offerSeatsWork,
  run: async (outer, classId) =>
    inTransaction(outer, async (ctx) => {
      const liveClass = await lockOpenClass(ctx, classId);
      if (!liveClass || hasStarted(liveClass, ctx.now)) {
        const waited = await closeList(ctx, classId);
        if (liveClass && !liveClass.lacksTeacher) await notifyWaitOver(ctx, liveClass, waited);
        return undefined;
      }
      if (liveClass.lacksTeacher) {
        await keepOffers(ctx, classId, { onlyLapsed: true });
        return looksAgainAt(ctx, liveClass);
      }
      await offerKeptAgain(ctx, liveClass);
      await shortenOffers(ctx, liveClass);
      const lapsed = await takeBackOffers(ctx, liveClass);
      const free = seatsLeft(liveClass) + lapsed;
      if (free > 0) {
        await dropWhoCannotCome(ctx, liveClass);
        if (isOpenToAllWaiting(liveClass, ctx.now)) await notifyAllWaiting(ctx, liveClass);
        else await offerInTurn(ctx, liveClass, free);
      }
      return looksAgainAt(ctx, liveClass);
    }),
};

/**
 * A class that has started or was cancelled has no waiting list and no offers. Answers who waited for a seat in vain.
 */
async function closeList({ db }: Ctx, classId: string): Promise<string[]> {
  const waited = await db
    .deleteFrom('classWaiting')
    .where('classId', '=', classId)
    .returning(['userId', 'toldAt'])
    .execute();
  await db
    .deleteFrom('classEnrollments')
    .where('classId', '=', classId)
    .where('paymentId', 'is', null)
    .where('heldUntil', 'is not', null)
    .execute();
  // The others were told that a seat is free, and no student has taken it.
  return waited.flatMap(({ userId, toldAt }) => (toldAt ? [] : [userId]));
}

/**
 * Tells those who still waited as the class began that no seat became free. A cancellation, a move or a deletion has a
 * notice of its own. In a class that lacks its teacher seats may be free, and none is offered.
 */
async function notifyWaitOver(ctx: Ctx, { id, title }: OpenClass, waited: readonly string[]): Promise<void> {
  await notify(ctx, {
    to: waited,
    kind: 'classes.wait-over',
    detail: { title },
    link: learnersAddress(id),
    about: id,
  });
}

/**
 * An offer that was made before the class moved ends no later than one that is made now. Every other offer stands until
 * the moment that its student was told, also where the limits of offers have changed since.
 */
async function shortenOffers({ db, now }: Ctx, liveClass: OpenClass): Promise<void> {
  const { movedAt } = liveClass;
  if (!movedAt) return;
  const heldUntil = offerEndsAt(liveClass, now);
  await db
    .updateTable('classEnrollments')
    .set({ heldUntil })
    .where('classId', '=', liveClass.id)
    .where('paymentId', 'is', null)
    .where('heldUntil', '>', heldUntil)
    .where('enrolledAt', '<=', movedAt)
    .execute();
}

/**
 * Keeps the offers of a class that lacks its teacher until its start, where it marks them: no other offer is made whose
 * end is the start, unless no time is left for a longer one. `onlyLapsed`: those whose time is over; else all of them.
 */
export async function keepOffers(
  { db, now }: Ctx,
  classId: string,
  { onlyLapsed }: { onlyLapsed: boolean },
): Promise<void> {
  await db
    .updateTable('classEnrollments')
    .set({ heldUntil: (of) => of.selectFrom('classes').select('startsAt').where('id', '=', classId) })
    .where('classId', '=', classId)
    .where('paymentId', 'is', null)
    .where('heldUntil', 'is not', null)
    .$if(onlyLapsed, (offers) => offers.where('heldUntil', '<=', now))
    .execute();
}

/**
 * Offers the seats that were kept while the class lacked its teacher to the same students again, for a time from now.
 */
async function offerKeptAgain(ctx: Ctx, liveClass: OpenClass): Promise<void> {
  const { id, startsAt } = liveClass;
  const heldUntil = offerEndsAt(liveClass, ctx.now);
  if (heldUntil.getTime() === startsAt.getTime()) return;
  const kept = await ctx.db
    .updateTable('classEnrollments')
    .set({ heldUntil })
    .where('classId', '=', id)
    .where('paymentId', 'is', null)
    .where('heldUntil', '=', startsAt)
    .returning('userId')
    .execute();
  if (kept.length === 0) return;
  const to = kept.map(({ userId }) => userId);
  await withdrawNotices(ctx, { kinds: ['classes.seat-offered'], about: id, from: to });
  await notifyOffered(ctx, liveClass, { to, heldUntil });
}

/** Answers how many seats became free. Their students may join the list again. */
async function takeBackOffers(ctx: Ctx, { id, title, startsAt }: OpenClass): Promise<number> {
  const lapsed = await ctx.db
    .deleteFrom('classEnrollments')
    .where('classId', '=', id)
    .where('paymentId', 'is', null)
    .where('heldUntil', '<=', ctx.now)
    .returning('userId')
    .execute();
  if (lapsed.length === 0) return 0;
  const to = lapsed.map(({ userId }) => userId);
  const detail = { title, startsAt: startsAt.toISOString() };
  await notify(ctx, { to, kind: 'classes.offer-lapsed', detail, link: learnersAddress(id), about: id });
  await publish(ctx, { kind: 'classes.changed', subject: id });
  return lapsed.length;
}

/** Offers `free` seats to the first of the list, who leave it. */
async function offerInTurn(ctx: Ctx, liveClass: OpenClass, free: number): Promise<void> {
  const { id } = liveClass;
  const heldUntil = offerEndsAt(liveClass, ctx.now);
  const next = await ctx.db
    .deleteFrom('classWaiting')
    .where('classId', '=', id)
    .where('turn', 'in', (waiting) =>
      waiting.selectFrom('classWaiting').select('turn').where('classId', '=', id).orderBy('turn').limit(free),
    )
    .returning('userId')
    .execute();
  if (next.length === 0) return;
  const to = next.map(({ userId }) => userId);
  await ctx.db
    .insertInto('classEnrollments')
    .values(to.map((userId) => ({ classId: id, userId, heldUntil, enrolledAt: ctx.now })))
    .execute();
  await notifyOffered(ctx, liveClass, { to, heldUntil });
}

async function notifyOffered(
  ctx: Ctx,
  { id, title, startsAt }: OpenClass,
  { to, heldUntil }: { to: readonly string[]; heldUntil: Date },
): Promise<void> {
  const detail = { title, startsAt: startsAt.toISOString(), heldUntil: heldUntil.toISOString() };
  await notify(ctx, { to, kind: 'classes.seat-offered', detail, link: learnersAddress(id), about: id });
  await publish(ctx, { kind: 'classes.changed', subject: id });
}

/** Tells each student who waits once that a seat is free, until it is taken. */
async function notifyAllWaiting(ctx: Ctx, { id, title, startsAt }: OpenClass): Promise<void> {
  const waiting = await ctx.db
    .updateTable('classWaiting')
    .set({ toldAt: ctx.now })
    .where('classId', '=', id)
    .where('toldAt', 'is', null)
    .returning('userId')
    .execute();
  if (waiting.length === 0) return;
  const to = waiting.map(({ userId }) => userId);
  const detail = { title, startsAt: startsAt.toISOString() };
  await notify(ctx, { to, kind: 'classes.seat-open', detail, link: learnersAddress(id), about: id });
  await publish(ctx, { kind: 'classes.changed', subject: id });
}

/**
 * How soon a class without a teacher is looked at again, in minutes: an approval or a role that comes back gives it its
 * teacher again, and says nothing to the class.
 */
const teacherBackMinutes = 10;

/**
 * The end of the next offer, the last hour or the start, whichever comes first; undefined without offers and waiting.
 * A class that lacks its teacher is looked at again soon, as long as students wait or have an offer.
 */
async function looksAgainAt({ db, now }: Ctx, liveClass: OpenClass): Promise<Date | undefined> {
  const { id, startsAt } = liveClass;
  const { offerEnds, waiting } = await db
    .selectNoFrom([
      sql<Date | null>`(select min(held_until) from class_enrollments
        where class_id = ${id} and payment_id is null)`.as('offerEnds'),
      sql<boolean>`exists (select from class_waiting where class_id = ${id})`.as('waiting'),
    ])
    .executeTakeFirstOrThrow();
  const opens = opensToAllWaitingAt(liveClass);
  const soon = new Date(now.getTime() + teacherBackMinutes * minuteMs);
  const moments = [
    ...(offerEnds ? [offerEnds] : []),
    ...(waiting ? [opens, startsAt] : []),
    ...((waiting || offerEnds) && liveClass.lacksTeacher ? [soon] : []),
  ]
    .map((moment) => moment.getTime())
    .filter((moment) => moment > now.getTime());
  return moments.length > 0 ? new Date(Math.min(...moments)) : undefined;
}
