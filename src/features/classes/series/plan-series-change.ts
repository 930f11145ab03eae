import type { Ctx } from '#server/ctx.ts';
import { Refusal } from '#shared/refusal.ts';
import { addDays, daysBetween } from '#shared/time/calendar-days.ts';
import { instantAtOrLater } from '#shared/time/wall-clock.ts';
import { calendarDay } from '#shared/time/zones.ts';
import { type ClassChanges, type SeriesChanges, scheduleRefusals } from '../contract.ts';
import { readHolidaysFrom } from '../holidays/read-holidays.ts';
import type { ClassState } from '../lock-class.ts';
import { may } from '../permissions.ts';
import { type ChangePlan, changesOf, earlier, planChange } from './change-rules.ts';
import type { ComingSeries } from './lock-series.ts';
import { readDeletedDays, type Series } from './make-classes.ts';
import { type DayMoves, madeUntil, moveByDays, moveToWeekdays } from './series-rules.ts';

/** What a change of a series does to each of its classes that it does not leave as it is. */
type SeriesPlan = Omit<ChangePlan, 'kept' | 'cancelled' | 'skipped'> & {
  moves: DayMoves;
  kept: { liveClass: ClassState; changes: Omit<ClassChanges, 'version'> }[];
  cancelled: ClassState[];
  skipped: { day: string; name: string }[];
};

/**
 * Reads what decides about a change of a series, and plans it: the preview and the change itself do the same. `pivot`
 * is the class that the organiser has before them: another date moves all by as many days. A class that was changed by
 * itself stays as it is, except that one, and so does a class that the organiser does not manage.
 * @throws Refusal inThePast
 */
export async function planSeriesChange(
  ctx: Ctx,
  { coming, pivot }: { coming: ComingSeries; pivot: ClassState },
  { date, weekdays, until, ...fields }: Omit<SeriesChanges, 'version' | 'scope' | 'reason'>,
): Promise<SeriesPlan> {
  const { now, actor } = ctx;
  const { series, from } = coming;
  const { time = series.clockTime, zone = series.zone } = fields;
  const pivotDay = dayOf(pivot);
  const isOver = (day: string) => instantAtOrLater({ date: day, time, zone }) <= now;
  if (date !== undefined && date !== pivotDay && isOver(date)) throw new Refusal(scheduleRefusals.inThePast);
  const moves = weekdays
    ? moveToWeekdays(series.weekdays, weekdays)
    : moveByDays(series.weekdays, date === undefined ? 0 : daysBetween(pivotDay, date));
  const today = calendarDay(now.toISOString(), zone);
  // Within its week the earliest class may move to a day before it.
  const holidayNames = await readHolidaysFrom(ctx, addDays(earlier(from, today), -7));
  const classes = coming.classes.map((one) => ({
    ...one,
    day: dayOf(one),
    stays: one.id !== pivot.id && (one.changedAlone || may(actor, 'manage', one) !== null),
  }));
  const plan = planChange(
    series,
    { moves, until },
    {
      from,
      classes,
      goneDays: await readGoneDays(ctx, series, from),
      holidays: new Set(holidayNames.keys()),
      madeToday: madeUntil(today),
      isOver,
      changesTime: fields.time !== undefined || fields.zone !== undefined,
    },
  );
  const movesNone = plan.begun.size === plan.kept.size && plan.added.length === 0;
  if (plan.begun.size > 0 && movesNone) throw new Refusal(scheduleRefusals.inThePast);
  return {
    ...plan,
    moves,
    kept: classes.flatMap((one) => {
      const offset = plan.kept.get(one.id);
      if (offset === undefined) return [];
      const facts = { day: one.day, offset, hasBegun: plan.begun.has(one.id), isPivot: one.id === pivot.id };
      return [{ liveClass: one, changes: changesOf(one, series, fields, facts) }];
    }),
    cancelled: classes.filter(({ id }) => plan.cancelled.includes(id)),
    skipped: plan.skipped.map((day) => ({ day, name: holidayNames.get(day) ?? '' })),
  };
}

const dayOf = ({ startsAt, zone }: ClassState) => calendarDay(startsAt.toISOString(), zone);

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
