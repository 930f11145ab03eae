import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import type { AbsenceRules } from '../set-rules/class-rules.ts';
import { pausedUntil } from './absence-rules.ts';

/** The rules, and when the absences of one person were recorded that may matter to them now; none of them excused. */
export type Counted = { rules: AbsenceRules; recorded: readonly Date[] };

/** `Counted` as a column, which `toCounted` reads; `userId` is a value or a column of the surrounding query. */
export function countedColumn(userId: RawBuilder<string>, now: Date): RawBuilder<CountedColumn> {
  return sql<CountedColumn>`(select jsonb_build_object('rules', jsonb_build_object('freeHours', free_hours,
      'pausingAbsences', pausing_absences, 'countedDays', counted_days, 'pauseDays', pause_days),
    'recorded', (select coalesce(jsonb_agg(recorded_at), '[]') from class_absences
      where class_absences.user_id = ${userId} and excused_at is null
      and recorded_at > ${now}::timestamptz - (counted_days + pause_days) * interval '24 hours')) from class_rules)`;
}
type CountedColumn = { rules: AbsenceRules; recorded: readonly string[] };

export function toCounted({ rules, recorded }: CountedColumn): Counted {
  return { rules, recorded: recorded.map((at) => new Date(at)) };
}

/** `Counted` of each of these people. */
export async function readCounted(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Counted>> {
  const rows = await db
    .selectFrom(sql<{ id: string }>`unnest(${userIds}::uuid[])`.as<'person'>(sql`person(id)`))
    .select(['person.id', countedColumn(sql`person.id`, now).as('counted')])
    .execute();
  return new Map(rows.map(({ id, counted }) => [id, toCounted(counted)]));
}

/** For whom of these people the booking of clubs is paused now, and until when. */
export async function readPauses(
  ctx: Pick<Ctx, 'db' | 'now'>,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const pauses = new Map<string, Date>();
  for (const [userId, { rules, recorded }] of await readCounted(ctx, userIds)) {
    const until = pausedUntil(recorded, rules, ctx.now);
    if (until) pauses.set(userId, until);
  }
  return pauses;
}

/** Until when the booking of clubs is paused for a person; null where it is not. */
export async function readPause(ctx: Pick<Ctx, 'db' | 'now'>, userId: string): Promise<Date | null> {
  return (await readPauses(ctx, [userId])).get(userId) ?? null;
}
