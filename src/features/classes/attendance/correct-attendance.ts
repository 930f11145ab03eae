import { recordAct } from '#features/audit/record-act.ts';
import { settleReferral } from '#features/coins/settle-referral.ts';
import { takeBackCoins } from '#features/coins/take-back-coins.ts';
import { notify } from '#features/notifications/notify.ts';
import { takeBackPractice } from '#features/profiles/take-back-practice.ts';
import type { Ctx } from '#server/ctx.ts';
import { publish } from '#server/events/publish.ts';
import { memberOf } from '#shared/actor.ts';
import { endPauseNotices } from '../absences/end-pause-notices.ts';
import { recordMissed, takeAbsencesAway } from '../absences/record-absences.ts';
import { tellOfNotes } from '../after/tell-of-notes.ts';
import type { ClassState } from '../lock-class.ts';
import { causeOf, findMovements } from './attendance-movements.ts';
import { type Attendance, earnedInNotice, rewardAttendance } from './reward-attendance.ts';

/**
 * Changes the mark of one student after the roll was closed, with everything that followed from it: learning time,
 * streak day, coins, and of a club the absence. Coins are taken back as far as the student still has them; the ledger shows the movement, and
 * the audit log says who corrected what and how many coins were missing. The caller has locked the class row and
 * knows that the mark differs.
 */
export async function correctAttendance(
  ctx: Ctx,
  attendance: Attendance & Pick<ClassState, 'kind'>,
  attended: boolean,
): Promise<void> {
  const { classId, userId, title, kind } = attendance;
  const { practisedSeconds, practisedOn, paymentId } = await ctx.db
    .selectFrom('classEnrollments')
    .select(['practisedSeconds', 'practisedOn', 'paymentId'])
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
    await settleReferral(ctx, { invitedId: userId, attended: await hasAttended(ctx, userId) });
  }
  const earned = attended ? await rewardAttendance(ctx, attendance) : null;
  const coins = earned ? { amount: earned.ofClass } : await takeBackReward(ctx, attendance);

  if (attended) {
    await takeAbsencesAway(ctx, classId, [userId]);
    await endPauseNotices(ctx, userId);
  } else if (kind === 'club' && paymentId === null) {
    await recordMissed(ctx, { classId, title }, [userId]);
  }

  await publish(ctx, { kind: 'profiles.changed', audience: [userId] });
  await notify(ctx, {
    to: [userId],
    kind: attended ? 'classes.marked-present' : 'classes.marked-absent',
    detail: { title, ...(earned && earnedInNotice(earned)) },
    link: '/coins',
  });
  if (attended) await tellOfNotes(ctx, { classId, title }, [userId]);
  await recordAct(ctx, {
    act: 'classes.correct-attendance',
    personId: userId,
    subject: classId,
    detail: { title, attended, ...coins },
  });
}

async function hasAttended({ db }: Ctx, userId: string): Promise<boolean> {
  const attended = await db
    .selectFrom('classEnrollments')
    .select('classId')
    .where('userId', '=', userId)
    .where('practisedOn', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return attended !== undefined;
}

/** Takes back what the student still has of the coins. `missing` were spent: they stay, for an administrator to see. */
async function takeBackReward(ctx: Ctx, { classId, userId, title }: Attendance) {
  const { moved, coins } = await findMovements(ctx, classId, userId);
  if (coins === 0) return { amount: 0 };
  const taken = await takeBackCoins(ctx, {
    userId,
    amount: coins,
    description: title,
    cause: causeOf(classId, moved),
  });
  return { amount: -taken, ...(taken < coins && { missing: coins - taken }) };
}
