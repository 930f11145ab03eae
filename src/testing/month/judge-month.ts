import type { describeFigures } from './figures.ts';
import type { MonthResult } from './simulate-month.ts';

/** The least share of the seats of crowded clubs that is filled, and of freed seats that is taken again. */
const leastFilled = 0.9;
const leastRefilled = 0.95;

/**
 * The least share of the reminders of an hour before that leaves the app. Three in ten people have no device; of those,
 * few have an address to which no letter goes.
 */
const leastReminded = 0.85;

/**
 * What speaks against a month, in words: its violations, shares that are too low, and what never happened, of which the
 * month then shows nothing. In a short simulation some of it is left to chance.
 */
export function judgeMonth(
  outcome: MonthResult,
  figures: ReturnType<typeof describeFigures>,
  { isWhole }: { isWhole: boolean },
): string[] {
  const { sold, orders, plans, absences, invited, away, streaks } = outcome;
  const happened: Record<string, number> = {
    'clubs that more people wanted than there were seats': figures.crowded,
    'clubs with seats to spare': figures.quiet,
    'freed seats': figures.freed,
    reminders: outcome.reminders,
    letters: figures.letters,
    'push messages': figures.pushes,
    'cancelled clubs': outcome.cancelled - outcome.offForHoliday,
    'clubs cancelled for a holiday': outcome.offForHoliday,
    'prizes paid': outcome.prizes.paid,
    'rewards that the ceiling stopped': outcome.ceilings,
    'requests that came twice': outcome.duplicates,
    'pauses of clubs': absences.pauses,
    'excused absences': absences.excused,
    'seats bought': sold.bought,
    'series moved': outcome.seriesMoved,
    ...(isWhole && {
      'plans paid': plans.paid,
      'walk-ins': outcome.walkIns,
      'newcomers by a link': invited.came,
      suspensions: away.suspended,
      'deleted accounts': away.gone,
      'shields used': streaks.shields,
      'seats given back': sold.refunded,
      'checkouts unpaid': sold.unpaid,
      'orders delivered': orders.fulfilled,
      'orders given back': orders.refunded,
      'newcomers whose inviter was paid': invited.paid,
      'people let in again': away.back,
      'days of holidays kept': streaks.holidays,
    }),
  };
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  const low = (what: string, share: number, least: number) =>
    share < least ? [`${what}: ${percent(share)}, and not ${percent(least)}`] : [];
  return [
    ...outcome.violations,
    ...Object.entries(happened).flatMap(([what, times]) => (times > 0 ? [] : [`never happened: ${what}`])),
    ...low('seats filled of those asked for', figures.filled, leastFilled),
    ...low('seats filled of crowded clubs', figures.crowdedFilled, leastFilled),
    ...low('freed seats refilled', figures.refilled, leastRefilled),
    ...low('reminders of an hour before that left the app', figures.hourBeforeLeft, leastReminded),
  ];
}
