import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import type { AnswerOf, ReceivedOf } from '#shared/operation.ts';
import { refuse } from '#shared/refusal.ts';
import { endOf } from '#shared/time/durations.ts';
import { instantAt } from '#shared/time/wall-clock.ts';
import type { listClashes as operation } from '../contract.ts';
import { readHolidays } from '../holidays/read-holidays.ts';
import { may } from '../permissions.ts';

const most = 5;

/**
 * The scheduled classes of a teacher that overlap a time, by start, and the holiday of that day: a warning for the
 * organiser's form, not a rule. Administrators ask about any teacher, a verified teacher about themselves. A local time
 * that does not exist has no clashes; the form is refused when it is sent.
 * @throws Refusal signInFirst, notAllowed
 */
export async function listClashes(
  ctx: Ctx,
  { teacherId, durationMinutes, except, ...time }: NonNullable<ReceivedOf<typeof operation>['query']>,
): Promise<AnswerOf<typeof operation>> {
  refuse(may(ctx.actor, 'organise-for', { createdBy: teacherId }));
  const [holiday] = await readHolidays(ctx, [time.date]);
  const day = { holiday: holiday?.name ?? null };
  const from = instantAt(time);
  if (!from) return { ...day, items: [] };
  const to = endOf({ startsAt: from, durationMinutes });
  const rows = await ctx.db
    .selectFrom('classes')
    .select(['id', 'title', 'startsAt'])
    .where('createdBy', '=', teacherId)
    .where('status', '=', 'scheduled')
    .where(sql<boolean>`class_overlaps(starts_at, duration_minutes, ${from}, ${to})`)
    .where(sql<boolean>`id is distinct from ${except ?? null}::uuid`)
    .orderBy('startsAt')
    .orderBy('id')
    .limit(most)
    .execute();
  return { ...day, items: rows.map((row) => ({ ...row, startsAt: row.startsAt.toISOString() })) };
}
