import type { Ctx } from '#server/ctx.ts';
import { Refusal } from '#shared/refusal.ts';
import { addDays, daysBetween } from '#shared/time/calendar-days.ts';
import { instantAtOrLater } from '#shared/time/wall-clock.ts';
import { calendarDay } from '#shared/time/zones.ts';
import { scheduleRefusals } from '../contract.ts';
import { readHolidaysFrom } from '../holidays/read-holidays.ts';
import { type ChangePlan, type ComingClass, planChange } from './change-rules.ts';
import { readDeletedDays, type Series } from './make-classes.ts';
import { type DayMoves, madeUntil, moveByDays, moveToWeekdays } from './series-rules.ts';

/** What is asked of the days and hours of a series. */
type Asked = {
  date?: string | undefined;
  time?: string | undefined;
  zone?: string | undefined;
  weekdays?: readonly number[] | undefined;
  until?: string | null | undefined;
};

type Before = {
  series: Series;
  /** The first day that the change includes. */
  from: string;
  classes: readonly ComingClass[];
  /** The day of the class that the organiser has before them: another date moves all by as many days. */
  pivotDay: string;
};

/**
 * Reads what decides about a change of the days of a series, and plans it: the preview and the change itself do the
 * same.
 * @throws Refusal inThePast
 */
export async function planSeriesChange(
  ctx: Ctx,
  { date, weekdays, until, ...asked }: Asked,
  { series, from, classes, pivotDay }: Before,
): Promise<{ moves: DayMoves; plan: ChangePlan; holidayNames: ReadonlyMap<string, string> }> {
  const { now } = ctx;
  const { time = series.clockTime, zone = series.zone } = asked;
  const isOver = (day: string) => instantAtOrLater({ date: day, time, zone }) <= now;
  if (date !== undefined && date !== pivotDay && isOver(date)) throw new Refusal(scheduleRefusals.inThePast);
  const moves = weekdays
    ? moveToWeekdays(series.weekdays, weekdays)
    : moveByDays(series.weekdays, date === undefined ? 0 : daysBetween(pivotDay, date));
  const today = calendarDay(now.toISOString(), zone);
  // Within its week the earliest class may move to a day before it.
  const holidayNames = await readHolidaysFrom(ctx, addDays(from < today ? from : today, -7));
  const goneDays = await readGoneDays(ctx, series, from);
  const plan = planChange(
    series,
    { moves, until },
    {
      from,
      classes,
      goneDays,
      holidays: new Set(holidayNames.keys()),
      madeToday: madeUntil(today),
      isOver,
      changesTime: asked.time !== undefined || asked.zone !== undefined,
    },
  );
  const movesNone = plan.begun.size === plan.kept.size && plan.added.length === 0;
  if (plan.begun.size > 0 && movesNone) throw new Refusal(scheduleRefusals.inThePast);
  return { moves, plan, holidayNames };
}

/** The days of the classes that a series had up to its end and that are cancelled or deleted. */
async function readGoneDays(ctx: Ctx, { id, endsOn }: Series, from: string): Promise<string[]> {
  let query = ctx.db
    .selectFrom('classes')
    .select('seriesDay')
    .where('seriesId', '=', id)
    .where('status', '=', 'cancelled')
    .where('seriesDay', '>=', from);
  if (endsOn !== null) query = query.where('seriesDay', '<=', endsOn);
  const cancelled = (await query.execute()).map(({ seriesDay }) => seriesDay ?? '');
  const deleted = await readDeletedDays(ctx, id);
  return [...cancelled, ...deleted.filter((day) => day >= from && (endsOn === null || day <= endsOn))];
}
