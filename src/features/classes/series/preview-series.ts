import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import type { AnswerOf, ReceivedOf } from '#shared/operation.ts';
import { refuse } from '#shared/refusal.ts';
import { addDays } from '#shared/time/calendar-days.ts';
import { instantAtOrLater } from '#shared/time/wall-clock.ts';
import { calendarDay } from '#shared/time/zones.ts';
import type { previewSeries as operation } from '../contract.ts';
import { readHolidays } from '../holidays/read-holidays.ts';
import { may } from '../permissions.ts';
import { daysOf, madeUntil, mostSkipped } from './series-rules.ts';

const mostClashes = 5;

/**
 * What a series would be, before it is made: how many classes until its end, how many of them at once, and which of
 * those overlap classes of its teacher. Administrators ask about any teacher, a verified teacher about themselves.
 * @throws Refusal signInFirst, notAllowed
 */
export async function previewSeries(
  ctx: Ctx,
  asked: NonNullable<ReceivedOf<typeof operation>['query']>,
): Promise<AnswerOf<typeof operation>> {
  const { db, actor, now } = ctx;
  const { teacherId, date, time, zone, durationMinutes, weekdays, until } = asked;
  refuse(may(actor, 'organise-for', { createdBy: teacherId }));
  const today = calendarDay(now.toISOString(), zone);
  const pattern = { weekdays, startsOn: date, endsOn: until ?? null };
  const startOf = (day: string) => instantAtOrLater({ date: day, time, zone });
  const ofPattern = daysOf(pattern, { from: date, to: until ?? addDays(date, 366) });
  const toCome = ofPattern.filter((day) => startOf(day) > now);
  const skipped = await readHolidays(ctx, toCome);
  const days = toCome.filter((day) => !skipped.some((holiday) => holiday.day === day));
  const soon = days.filter((day) => day <= madeUntil(today, date));
  const starts = soon.map(startOf);
  const { rows } = await sql<{ id: string; title: string; startsAt: Date }>`
    select id, title, starts_at as "startsAt" from classes
      where created_by = ${teacherId} and status = 'scheduled' and exists (
        select from unnest(${starts}::timestamptz[]) as asked
          where class_overlaps(starts_at, duration_minutes, asked, class_end(asked, ${durationMinutes})))
      order by starts_at, id limit ${mostClashes}`.execute(db);
  return {
    first: days[0] ?? null,
    last: until ? (days.at(-1) ?? null) : null,
    count: until ? days.length : null,
    soon: soon.length,
    skipped: skipped.slice(0, mostSkipped),
    clashes: rows.map((row) => ({ ...row, startsAt: row.startsAt.toISOString() })),
  };
}
