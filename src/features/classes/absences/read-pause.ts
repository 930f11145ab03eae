import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { Refusal } from '#shared/refusal.ts';
import type { Kind } from '../contract.ts';
import { type AbsenceRules, pausedUntil, pauseRefusal } from './absence-rules.ts';

/** The rules, and the absences of these people that may matter to them now; none of them excused. */
export async function readCounted(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  userIds: readonly string[],
): Promise<{ rules: AbsenceRules; recorded: ReadonlyMap<string, readonly Date[]> }> {
  const rows = await db
    .selectFrom('absenceRules')
    .leftJoin('classAbsences', (join) =>
      join
        .on(sql<boolean>`class_absences.user_id = any(${userIds}::uuid[])`)
        .on('classAbsences.excusedAt', 'is', null)
        .on(
          sql<boolean>`class_absences.recorded_at > ${now}::timestamptz - (counted_days + pause_days) * interval '24 hours'`,
        ),
    )
    .select(['freeHours', 'pausingAbsences', 'countedDays', 'pauseDays', 'userId', 'recordedAt'])
    .execute();
  const { freeHours, pausingAbsences, countedDays, pauseDays } = rows[0]!;
  const recorded = new Map<string, Date[]>();
  for (const { userId, recordedAt } of rows) {
    if (userId !== null && recordedAt !== null) {
      recorded.set(userId, [...(recorded.get(userId) ?? []), recordedAt]);
    }
  }
  return { rules: { freeHours, pausingAbsences, countedDays, pauseDays }, recorded };
}

/** For whom of these people the booking of clubs is paused now, and until when. */
export async function readPauses(
  ctx: Pick<Ctx, 'db' | 'now'>,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const { rules, recorded } = await readCounted(ctx, userIds);
  const pauses = new Map<string, Date>();
  for (const [userId, times] of recorded) {
    const until = pausedUntil(times, rules, ctx.now);
    if (until) pauses.set(userId, until);
  }
  return pauses;
}

/** Until when the booking of clubs is paused for a person; null where it is not. */
export async function readPause(ctx: Pick<Ctx, 'db' | 'now'>, userId: string): Promise<Date | null> {
  return (await readPauses(ctx, [userId])).get(userId) ?? null;
}

/**
 * The same for a person who is about to take a seat, in the transaction that gives it. Their profile is locked until
 * the commit: recording an absence locks it too, so a pause that is recorded meanwhile is seen, or comes later. The
 * caller has locked the class row before, as everybody who locks both.
 */
export async function readLastingPause(ctx: Ctx, userId: string): Promise<Date | null> {
  await ctx.db.selectFrom('profiles').select('userId').where('userId', '=', userId).forShare().execute();
  return readPause(ctx, userId);
}

/** The refusal of a person whose booking of clubs is paused, with its end as `until`; null where it is not. */
export function refusePaused({ kind }: { kind: Kind }, paused: Date | null): Refusal | null {
  const refusal = pauseRefusal(kind, paused);
  return refusal && new Refusal(refusal, { until: paused!.toISOString() });
}
