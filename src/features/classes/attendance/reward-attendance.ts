import { sql } from 'kysely';
import { rewardPractice } from '#features/coins/reward-practice.ts';
import { countPractice } from '#features/profiles/streak/count-practice.ts';
import { ownDay } from '#features/profiles/streak/own-day.ts';
import type { Ctx } from '#server/ctx.ts';
import { onlyRow } from '#server/db/only-row.ts';
import type { Timing } from '../rules.ts';
import { settleInvitation } from './settle-invitation.ts';

export type Attendance = Timing & { classId: string; userId: string; title: string };
/** Coins that attending a class gave: those of the class, and those of the streak day that it made. */
export type Earned = { ofClass: number; ofStreak: number };

/**
 * Gives a student what attending a class gives: its minutes, a streak day (the day of the class in the zone where the
 * student lived then) and coins up to the daily limit; the person who invited them is paid. Returns the coins of the
 * class and of the streak. The caller has locked the class row and knows that this seat gives nothing at present. The
 * profile row is locked first, so that rewards of one student follow one another and the count of a day is right when
 * two classes reward them at once.
 */
export async function rewardAttendance(ctx: Ctx, attendance: Attendance): Promise<Earned> {
  const { classId, userId, title, startsAt, durationMinutes } = attendance;
  const day = await ownDay(ctx, userId, startsAt);
  const seconds = durationMinutes * 60;
  const ofStreak = await countPractice(ctx, { userId, day, seconds });
  await ctx.db
    .updateTable('classEnrollments')
    .set({ practisedSeconds: seconds, practisedOn: day })
    .where('classId', '=', classId)
    .where('userId', '=', userId)
    .execute();
  await settleInvitation(ctx, userId);
  const ofClass = await rewardPractice(ctx, {
    userId,
    rule: 'attended_class',
    nthToday: 1 + (await countPaidOn(ctx, { userId, day, classId })),
    type: 'event_reward',
    description: title,
    cause: causeOf(classId),
  });
  return { ofClass, ofStreak };
}

/** What the ledger calls the coins of a seat in a class. */
export const causeOf = (classId: string) => `class:${classId}`;

/** The coins as a notice tells them, in a line below its sentence; nothing where there were none. */
export function earnedInNotice({ ofClass, ofStreak }: Earned): { earned?: number; ofStreak?: number } {
  const earned = ofClass + ofStreak;
  return { ...(earned > 0 && { earned }), ...(ofStreak > 0 && { ofStreak }) };
}

/**
 * How many other classes of a day have given the student coins that they still have, or spent before the mark was taken
 * off. The mark does not say it, only the ledger does.
 */
async function countPaidOn(
  { db }: Ctx,
  { userId, day, classId }: { userId: string; day: string; classId: string },
): Promise<number> {
  const { rows } = await sql<{ paid: number }>`
    select count(*)::integer as paid from class_enrollments seat
      join classes on classes.id = seat.class_id
      -- A wide net, and then the day in the zone where the student lived.
      and starts_at between ${day}::date - 2 and ${day}::date + 3
    where seat.user_id = ${userId} and seat.class_id <> ${classId} and own_day(seat.user_id, starts_at) = ${day}
      and (select coins from given_for(seat.user_id, 'class:' || seat.class_id)) > 0`.execute(db);
  return onlyRow(rows).paid;
}
