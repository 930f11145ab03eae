import type { MonthResult } from './simulate-month.ts';

/** The figures of a month, in words and as shares from 0 to 1. */
export function describeFigures(outcome: MonthResult) {
  const { classes, deliveries, reach } = outcome;
  const sum = (of: (each: (typeof classes)[number]) => number) =>
    classes.reduce((all, each) => all + of(each), 0);
  const asked = sum(({ filled, unmet, seats }) => Math.min(seats, filled + unmet));
  const filled = sum((each) => each.filled) / asked;
  const isCrowded = ({ seats, filled, turnedAway }: (typeof classes)[number]) => filled + turnedAway > seats;
  const crowded = classes.filter(isCrowded);
  const quiet = classes.filter((each) => !isCrowded(each));
  const share = (of: typeof classes) =>
    of.reduce((all, each) => all + each.filled, 0) /
    Math.max(
      1,
      of.reduce((all, each) => all + each.seats, 0),
    );
  const freed = sum((each) => each.freed);
  const lost = sum((each) => each.freed - each.refilled);
  const refilled = freed === 0 ? 1 : 1 - lost / freed;
  const byChannel = Object.entries(Object.groupBy(deliveries, ({ channel }) => channel)).map(
    ([channel, all = []]) =>
      `${channel} ${all.filter(({ outcome: how }) => how === 'arrived').length} of ${all.length}`,
  );
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  const arrived = (wanted: string) =>
    deliveries.filter(({ channel, outcome: how }) => channel === wanted && how === 'arrived').length;
  const ofReach = ({ kind, told, left }: (typeof reach)[number]) =>
    `${kind.replace('classes.starts-in-', '')} ${left} of ${told}`;
  const hourBefore = reach.find(({ kind }) => kind === 'classes.starts-in-an-hour');
  return {
    /** How many of the reminders to adults an hour before left the app. */
    hourBeforeLeft: hourBefore && hourBefore.told > 0 ? hourBefore.left / hourBefore.told : 1,
    /** How many of the seats that people asked for were taken. */
    filled,
    /** The same for crowded clubs, which more people wanted than there were seats. */
    crowdedFilled: share(crowded),
    crowded: crowded.length,
    quiet: quiet.length,
    freed,
    refilled,
    letters: arrived('email'),
    pushes: arrived('push'),
    lines: [
      `${outcome.requests} requests, ${outcome.midnights} midnights, ${classes.length} clubs held, ${outcome.cancelled} cancelled, ${outcome.offForHoliday} of them for a holiday`,
      `seats: ${sum((each) => each.filled)} filled of ${sum((each) => each.seats)}, ${percent(filled)} of those asked for`,
      `clubs with more people than seats: ${crowded.length}, ${percent(share(crowded))} of their seats filled; others: ${quiet.length}, ${percent(share(quiet))}`,
      `freed seats: ${freed}, ${percent(refilled)} refilled`,
      `reminders: ${outcome.reminders}; notices that left: ${byChannel.join(', ')}`,
      `reminders of adults that left the app: ${reach.map(ofReach).join(', ')}`,
      ...outcome.coins.map(({ month, issued, ceiling }) => `coins of ${month}: ${issued} of ${ceiling}`),
      `the ceiling stopped rewards of ${outcome.ceilings} people; ${outcome.duplicates} requests came twice and did nothing`,
      `seats bought: ${outcome.sold.bought}, ${outcome.sold.refunded} refunded, ${outcome.sold.kept} left too late; ${outcome.sold.unpaid} checkouts unpaid`,
      `orders: ${outcome.orders.made}, ${outcome.orders.fulfilled} delivered, ${outcome.orders.refunded} given back; plans: ${outcome.plans.paid}, ${outcome.plans.refunded} given back`,
      `walk-ins: ${outcome.walkIns}; newcomers by a link: ${outcome.invited.came}, ${outcome.invited.paid} paid; series moved: ${outcome.seriesMoved}`,
      `absences: ${outcome.absences.recorded}, ${outcome.absences.excused} excused; ${outcome.absences.pauses} pauses of clubs told`,
      `prizes: ${outcome.prizes.paid} paid, ${outcome.prizes.waiting} waiting`,
      `away: ${outcome.away.suspended} suspended, ${outcome.away.back} of them back; ${outcome.away.gone} deleted their account`,
      `streaks: the longest ${outcome.streaks.longest} days, ${outcome.streaks.shields} shields used, ${outcome.streaks.holidays} days of holidays`,
    ],
  };
}
