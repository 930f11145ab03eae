import { sql } from 'kysely';
import { notify } from '#features/notifications/notify.ts';
import { lockProfiles } from '#features/profiles/lock-profiles.ts';
import type { Ctx } from '#server/ctx.ts';
import type { Absence, Explanation } from '../contract.ts';
import { learnersAddress } from '../rules.ts';
import { countedAbsences, excusesItself, pausedUntil } from './absence-rules.ts';
import { notifyHostOfReason } from './notify-host-of-reason.ts';
import { readCounted } from './read-pause.ts';

/** A club that students missed or left. */
export type AbsentFrom = { classId: string; title: string };

/**
 * Records that students missed a club, when its roll is closed or a mark is corrected after that. One absence a student
 * and club: of a student who left late, took a seat again and did not come, it is there already. A row of the open
 * roll, with a reason alone, counts from now on. The caller has locked the class row; with the
 * profiles locked, the second of two absences that are recorded at once counts the first.
 */
export async function recordMissed(ctx: Ctx, club: AbsentFrom, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  await lockProfiles(ctx, userIds);
  const recorded = await ctx.db
    .insertInto('classAbsences')
    .columns(['classId', 'userId', 'how', 'recordedAt'])
    .expression(
      sql`select ${club.classId}, absent, 'missed', ${ctx.now} from unnest(${userIds}::uuid[]) as absent`,
    )
    .onConflict((conflict) =>
      conflict
        .columns(['classId', 'userId'])
        .doUpdateSet({ recordedAt: ctx.now })
        .where('classAbsences.recordedAt', 'is', null),
    )
    .returning(['userId', 'excusedAt'])
    .execute();
  const counting = recorded.flatMap(({ userId, excusedAt }) => (excusedAt ? [] : [userId]));
  await notifyAbsent(ctx, club, counting, { how: 'missed', alsoCounted: true });
}

/**
 * Records that a student left a club late. They were told what it costs before, so only a pause is told. The host is
 * told of a reason.
 */
export async function recordLateLeaving(
  ctx: Ctx,
  club: AbsentFrom & { createdBy: string },
  { userId, explanation }: { userId: string; explanation: Explanation | null },
): Promise<void> {
  await lockProfiles(ctx, [userId]);
  const excusedAt = excusesItself(explanation?.reason ?? null) ? ctx.now : null;
  const recorded = await ctx.db
    .insertInto('classAbsences')
    .values({
      classId: club.classId,
      userId,
      how: 'left-late',
      recordedAt: ctx.now,
      excusedAt,
      ...(explanation && { ...explanation, reasonFrom: 'student' as const }),
    })
    // They left it late before, and took a seat again: it is the same absence, with the reason of that time.
    .onConflict((conflict) => conflict.columns(['classId', 'userId']).doNothing())
    .returning('excusedAt')
    .executeTakeFirst();
  if (!recorded || recorded.excusedAt) return;
  await notifyAbsent(ctx, club, [userId], { how: 'left-late', alsoCounted: false });
  if (explanation) await notifyHostOfReason(ctx, club, userId);
}

/** Takes away that students missed a club, because they were there. What the open roll noted goes with it. */
export async function takeAbsencesAway(
  { db }: Ctx,
  classId: string,
  userIds: readonly string[],
  { onlyNoted = false } = {},
): Promise<void> {
  if (userIds.length === 0) return;
  await db
    .deleteFrom('classAbsences')
    .where('classId', '=', classId)
    .where(sql<boolean>`user_id = any(${userIds}::uuid[])`)
    .$if(onlyNoted, (noted) => noted.where('recordedAt', 'is', null))
    .execute();
}

/**
 * Tells each student how many absences count, or until when clubs are paused. Their absence of now is recorded; a club
 * that they left late may not have begun.
 */
export async function notifyAbsent(
  ctx: Ctx,
  { classId, title }: AbsentFrom,
  userIds: readonly string[],
  { how, alsoCounted }: { how: Absence['how']; alsoCounted: boolean },
): Promise<void> {
  if (userIds.length === 0) return;
  const about = { link: learnersAddress(classId, 'why'), about: classId };
  for (const [userId, { rules, recorded }] of await readCounted(ctx, userIds)) {
    const { pausingAbsences: most, countedDays: days } = rules;
    const count = countedAbsences(recorded, rules, ctx.now);
    const until = pausedUntil(recorded, rules, ctx.now);
    const to = [userId];
    if (until && count >= most) {
      const detail = { title, count, days, until: until.toISOString() };
      const kind = how === 'left-late' ? 'classes.paused-by-leaving' : 'classes.clubs-paused';
      await notify(ctx, { to, kind, detail, ...about });
    } else if (alsoCounted) {
      const kind = how === 'left-late' ? 'classes.left-late' : 'classes.missed';
      await notify(ctx, { to, kind, detail: { title, count, most, days }, ...about });
    }
  }
}
