import { recordAct } from '#features/audit/record-act.ts';
import { coinsGivenFor, settleReward } from '#features/coins/settle-reward.ts';
import { notify } from '#features/notifications/notify.ts';
import { requestRefund } from '#features/payments/refunds/request-refund.ts';
import { refundReasons } from '#features/payments/rules.ts';
import { takeBackPractice } from '#features/profiles/streak/take-back-practice.ts';
import type { Ctx } from '#server/ctx.ts';
import { publish } from '#server/events/publish.ts';
import { memberOf } from '#shared/actor.ts';
import { missingCounts } from '../absences/absence-rules.ts';
import { endPauseNotices } from '../absences/end-pause-notices.ts';
import { recordMissed, takeAbsencesAway } from '../absences/record-absences.ts';
import { notifyOfNotes } from '../after/notify-of-notes.ts';
import type { ClassState } from '../lock-class.ts';
import { missedAnotherTime } from '../rules.ts';
import { lockStudents } from './lock-students.ts';
import { type Attendance, causeOf, earnedInNotice, rewardAttendance } from './reward-attendance.ts';
import { settleInvitation } from './settle-invitation.ts';

/**
 * Changes the mark of one student after the roll was closed, with everything that followed from it: learning time,
 * streak day, coins, of a club the absence, and the money of a class that was moved at short notice, which stays given
 * back whatever is marked then. Coins are taken back as far as the student still has them; the ledger
 * shows the movement, and the audit log says who corrected what and how many coins were missing. A deleted account gets
 * nothing by it. The caller has locked the class row and knows that the mark differs.
 */
export async function correctAttendance(
  ctx: Ctx,
  attendance: Attendance & Pick<ClassState, 'kind' | 'movedAt' | 'rules'>,
  attended: boolean,
): Promise<void> {
  const { classId, userId, title, kind } = attendance;
  const exists = (await lockStudents(ctx, [userId])).has(userId);
  const { practisedSeconds, practisedOn, ...seat } = await ctx.db
    .selectFrom('classEnrollments')
    .select(['practisedSeconds', 'practisedOn', 'paymentId', 'givenLate', 'agreedAt'])
    .where('classId', '=', classId)
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  await ctx.db
    .updateTable('classEnrollments')
    .set({
      attended,
      markedAt: ctx.now,
      markedBy: memberOf(ctx.actor).userId,
      practisedSeconds: null,
      practisedOn: null,
    })
    .where('classId', '=', classId)
    .where('userId', '=', userId)
    .execute();
  if (practisedSeconds !== null && practisedOn !== null) {
    await takeBackPractice(ctx, { userId, day: practisedOn, seconds: practisedSeconds });
    await settleInvitation(ctx, userId);
  }
  const earned = attended && exists ? await rewardAttendance(ctx, attendance) : null;
  const coins = earned ? { amount: earned.ofClass } : await takeBackReward(ctx, attendance);

  if (attended) {
    await takeAbsencesAway(ctx, classId, [userId]);
    await endPauseNotices(ctx, userId);
  } else if (missedAnotherTime(attendance, seat)) {
    if (seat.paymentId)
      await requestRefund(ctx, { paymentId: seat.paymentId, reason: refundReasons.classMoved });
  } else if (exists && missingCounts(kind, seat)) {
    await recordMissed(ctx, { classId, title }, [userId]);
  }

  await publish(ctx, { kind: 'profiles.changed', audience: [userId] });
  await notify(ctx, {
    to: [userId],
    kind: attended ? 'classes.marked-present' : 'classes.marked-absent',
    detail: { title, ...(earned && earnedInNotice(earned)) },
    link: '/coins',
  });
  if (attended) await notifyOfNotes(ctx, { classId, title }, [userId]);
  await recordAct(ctx, {
    act: 'classes.correct-attendance',
    personId: userId,
    subject: classId,
    detail: { title, attended, ...coins },
  });
}

/** Takes back what the student still has of the coins. `missing` were spent: they stay, for an administrator to see. */
async function takeBackReward(ctx: Ctx, { classId, userId, title }: Attendance) {
  const reward = { userId, cause: causeOf(classId) };
  const amount = await settleReward(ctx, { ...reward, owed: 0, type: 'event_reward', description: title });
  const missing = await coinsGivenFor(ctx, reward);
  return { amount, ...(missing > 0 && { missing }) };
}
