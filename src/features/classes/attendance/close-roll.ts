import { sql } from 'kysely';
import { recordAct } from '#features/audit/record-act.ts';
import { notify } from '#features/notifications/notify.ts';
import { requestRefunds } from '#features/payments/refunds/request-refund.ts';
import { refundReasons } from '#features/payments/rules.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { type DueWork, dropDue, type Handler } from '#server/jobs/due-work.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { refuse } from '#shared/refusal.ts';
import { hourMs, minuteMs } from '#shared/time/durations.ts';
import { missingCounts } from '../absences/absence-rules.ts';
import { recordMissed, takeAbsencesAway } from '../absences/record-absences.ts';
import { notifyOfNotes } from '../after/notify-of-notes.ts';
import type { closeRoll as operation } from '../contract.ts';
import { type ClassState, lockClass, lockClasses } from '../lock-class.ts';
import { may } from '../permissions.ts';
import { selectRoster } from '../roster/read-roster.ts';
import {
  isWalkIn,
  learnersAddress,
  missedAnotherTime,
  rollClosesAt,
  rollRefusal,
  rollRemindedAt,
} from '../rules.ts';
import { lockStudents } from './lock-students.ts';
import { remindOfRoll } from './remind-of-roll.ts';
import { type Earned, earnedInNotice, rewardAttendance } from './reward-attendance.ts';

/** Due work that closes one roll a day after the end of its class. Its subject is the id of the class. */
export const closeRollWork: DueWork = {
  kind: 'close-roll',
  backOff: { firstMs: minuteMs, longestMs: hourMs },
  concurrency: 1,
};

/**
 * Closes the roll of a class, for its teacher or an administrator: students without a mark count as absent, those who
 * missed a club have an absence, and those who attended get its coins, learning time and streak day. A class that was
 * moved at short notice costs the absent nothing (`missedAnotherTime`). Once: the transaction locks the class row and
 * stores the instant, so a second closing changes nothing and is no error.
 */
export async function closeRoll(outer: Ctx, classId: string): Promise<AnswerOf<typeof operation>> {
  const { userId } = memberOf(outer.actor);
  refuse(may(outer.actor, 'organise'));
  return inTransaction(outer, async (ctx) => {
    const liveClass = await lockClass(ctx, classId, userId);
    refuse(may(ctx.actor, 'manage', liveClass) ?? rollRefusal(liveClass, ctx.now));
    if (!liveClass.rollClosedAt) {
      const attended = await closeLocked(ctx, liveClass, userId);
      const { title, createdBy } = liveClass;
      const detail = { title, present: attended };
      await recordAct(ctx, { act: 'classes.close-roll', personId: createdBy, subject: classId, detail });
      await dropDue(ctx, closeRollWork, classId);
    }
    return selectRoster(ctx, classId);
  });
}

/**
 * Closes a roll a day after the end of its class, where the teacher marked students and forgot to close it; a student
 * without a mark who opened the meeting through Sumi gets no absence then. A roll without such a mark was never called.
 * Its teacher is reminded two hours after the end, and again after a day. It stays open, because closing it would take
 * the class from students who came.
 */
export const closeRollByItself: Handler = {
  work: closeRollWork,
  run: async (outer, classId) =>
    inTransaction(outer, async (ctx) => {
      const [liveClass] = await lockClasses(ctx, sql`classes.id = ${classId}`, null);
      if (!liveClass || liveClass.status === 'cancelled' || liveClass.rollClosedAt) return undefined;
      const [reminded, closed] = [rollRemindedAt(liveClass), rollClosesAt(liveClass)];
      if (ctx.now < reminded) return reminded;
      const isFirst = ctx.now < closed;
      if (!(await wasCalled(ctx, liveClass))) {
        await remindOfRoll(ctx, liveClass, isFirst ? 'first' : 'second');
      } else if (!isFirst) await closeLocked(ctx, liveClass, null);
      return isFirst ? closed : undefined;
    }),
};

/**
 * A walk-in is marked as they are added, which says nothing of the students who had booked. Their mark counts only
 * where no others have a seat.
 */
async function wasCalled({ db }: Ctx, liveClass: ClassState): Promise<boolean> {
  const seats = await db
    .selectFrom('classEnrollments')
    .select(['attended', 'givenLate', 'enrolledAt'])
    .where('classId', '=', liveClass.id)
    .where('heldUntil', 'is', null)
    .execute();
  const booked = seats.filter((seat) => !isWalkIn(seat, liveClass));
  return (booked.length > 0 ? booked : seats).some(({ attended }) => attended !== null);
}

/** Closes an open roll whose class row is locked. Returns how many students attended. */
async function closeLocked(ctx: Ctx, liveClass: ClassState, closedBy: string | null): Promise<number> {
  const { db, now } = ctx;
  const { id: classId, title } = liveClass;
  await db
    .updateTable('classes')
    .set({ rollClosedAt: now, rollClosedBy: closedBy })
    .where('id', '=', classId)
    .execute();
  const unmarked = await db
    .updateTable('classEnrollments')
    .set({ attended: false, markedAt: now, markedBy: closedBy })
    .where('classId', '=', classId)
    .where('heldUntil', 'is', null)
    .where('attended', 'is', null)
    .returning(['userId', 'enteredAt'])
    .execute();
  // A teacher who closes the roll is asked about them; where the server does, they may well have been there.
  const doubted = new Set(
    unmarked.flatMap(({ userId, enteredAt }) => (closedBy === null && enteredAt ? [userId] : [])),
  );
  const seats = await db
    .selectFrom('classEnrollments')
    .select(['userId', 'attended', 'paymentId', 'givenLate', 'agreedAt', 'enteredAt'])
    .where('classId', '=', classId)
    .where('heldUntil', 'is', null)
    // Ordered by id, so that two closings with students in common do not deadlock.
    .orderBy('userId')
    .execute();
  const present = seats.flatMap(({ userId, attended }) => (attended ? [userId] : []));
  // All at once and before the rewards, each of which holds what the next student's may wait for.
  const existing = await lockStudents(ctx, idsOf(seats));
  await settleAbsent(ctx, liveClass, { seats, doubted, existing });
  const earned: { userId: string; earned: Earned }[] = [];
  for (const userId of present.filter((userId) => existing.has(userId))) {
    earned.push({ userId, earned: await rewardAttendance(ctx, { ...liveClass, classId, userId }) });
  }

  const audience = [liveClass.createdBy, ...(closedBy ? [closedBy] : []), ...idsOf(seats)];
  await publish(ctx, { kind: 'classes.changed', audience, subject: classId });
  if (present.length > 0) await publish(ctx, { kind: 'profiles.changed', audience: present });
  for (const alike of Map.groupBy(earned, ({ earned }) => `${earned.ofClass} ${earned.ofStreak}`).values()) {
    const to = alike.map(({ userId }) => userId);
    const coins = earnedInNotice((alike[0] as (typeof alike)[number]).earned);
    await notifyPresent(ctx, { classId, title, coins }, to);
  }
  return present.length;
}

type MarkedSeat = {
  userId: string;
  attended: boolean | null;
  paymentId: string | null;
  givenLate: boolean;
  agreedAt: Date;
  enteredAt: Date | null;
};

/**
 * What a closed roll means for the absent: their money back from a class that was moved at short notice, or an absence
 * from a club. `doubted` are students without a mark who may have been there, `existing` those with an account.
 */
async function settleAbsent(
  ctx: Ctx,
  liveClass: ClassState,
  {
    seats,
    doubted,
    existing,
  }: { seats: readonly MarkedSeat[]; doubted: ReadonlySet<string>; existing: ReadonlySet<string> },
): Promise<void> {
  const { id: classId, title, kind, lacksTeacher } = liveClass;
  const came = seats.filter(({ userId, attended }) => attended || doubted.has(userId));
  const absent = seats.filter((seat) => !came.includes(seat));
  const excused = absent.filter((seat) => missedAnotherTime(liveClass, seat));
  await requestRefunds(
    ctx,
    excused.flatMap(({ paymentId }) => paymentId ?? []),
    { reason: refundReasons.classMoved },
  );
  if (kind !== 'club') return;
  // A club in which no student was present proves nothing against one who opened its meeting: the host may not have
  // come. A host who had lost their rights let no student in.
  const wasGiven = seats.some(({ attended }) => attended);
  const missed = absent.filter(
    (seat) =>
      (wasGiven || (!lacksTeacher && seat.enteredAt === null)) &&
      existing.has(seat.userId) &&
      missingCounts(kind, seat) &&
      !excused.includes(seat),
  );
  const others = absent.filter((seat) => !missed.includes(seat));
  await takeAbsencesAway(ctx, classId, idsOf(came));
  // A late leaving stays on record whose student was given a seat again and did not come.
  await takeAbsencesAway(ctx, classId, idsOf(others), { onlyNoted: true });
  await recordMissed(ctx, { classId, title }, idsOf(missed));
}

const idsOf = (seats: readonly MarkedSeat[]) => seats.map(({ userId }) => userId);

/** Tells students who earned the same what they earned, with the one notice that leads them back to the class. */
async function notifyPresent(
  ctx: Ctx,
  { classId, title, coins }: { classId: string; title: string; coins: ReturnType<typeof earnedInNotice> },
  present: readonly string[],
): Promise<void> {
  // The notice of the notes leads to the rating too, so it is the only one.
  const notified = new Set(await notifyOfNotes(ctx, { classId, title, coins }, present));
  await notify(ctx, {
    to: present.filter((userId) => !notified.has(userId)),
    kind: 'classes.review-wanted',
    detail: { title, ...coins },
    link: learnersAddress(classId, 'rate'),
  });
}
