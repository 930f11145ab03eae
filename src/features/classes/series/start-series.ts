import type { Ctx } from '#server/ctx.ts';
import { Refusal, refuse } from '#shared/refusal.ts';
import { calendarDay } from '#shared/time/zones.ts';
import { type ClassForm, type Repeats, scheduleRefusals } from '../contract.ts';
import { seatsByDefault, seatsRefusal } from '../rules.ts';
import { readRules } from '../set-rules/rules-column.ts';
import { makeClasses } from './make-classes.ts';
import { daysOf, madeUntil } from './series-rules.ts';

type NewSeries = Omit<ClassForm, 'repeats' | 'teacherId'> & { repeats: Repeats; createdBy: string };

/**
 * Inserts a series and its classes of the next eight weeks, in the transaction at hand; `extendSeries` makes the later
 * ones. A series that begins later has those of its first eight weeks.
 * Returns the ids of the classes, by start.
 * @throws Refusal tooFewForKids, noDays where no day of it is to come
 */
export async function startSeries(ctx: Ctx, form: NewSeries): Promise<[string, ...string[]]> {
  const { date, time, repeats, ...facts } = form;
  const { maxStudents = seatsByDefault(form.kind, await readRules(ctx)) } = form;
  refuse(seatsRefusal({ ...form, maxStudents }));
  const { weekdays, until: endsOn } = repeats;
  if (endsOn !== null && endsOn < date) throw new Refusal(scheduleRefusals.noDays);
  const today = calendarDay(ctx.now.toISOString(), form.zone);
  const until = madeUntil(today, date);
  const series = await ctx.db
    .insertInto('classSeries')
    .values({
      ...facts,
      weekdays: [...new Set(weekdays)].sort((a, b) => a - b),
      clockTime: time,
      startsOn: date,
      endsOn,
      madeUntil: until,
      maxStudents,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const [first, ...others] = await makeClasses(ctx, series, daysOf(series, { from: date, to: until }));
  if (!first) throw new Refusal(scheduleRefusals.noDays);
  return [first, ...others];
}
