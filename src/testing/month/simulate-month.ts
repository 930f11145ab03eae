import { sql } from 'kysely';
import { closeRollByItself } from '#features/classes/attendance/close-roll.ts';
import { releaseOverdueSeatsChore } from '#features/classes/seats/release-overdue-seats.ts';
import { extendSeriesChore } from '#features/classes/series/extend-series.ts';
import { remindOfClass } from '#features/classes/timetable/remind-of-class.ts';
import { offerSeats } from '#features/classes/waiting/offer-seats.ts';
import { countCupPractice } from '#features/cup/claims/count-cup-practice.ts';
import { endMembershipsChore } from '#features/memberships/end-memberships.ts';
import { pushNotices } from '#features/notifications/delivery/push-notices.ts';
import { paymentJobs } from '#features/payments/jobs.ts';
import { keepStreak } from '#features/profiles/streak/keep-streak.ts';
import type { Invariant } from '#server/db/find-broken.ts';
import { onlyRow } from '#server/db/only-row.ts';
import { dayMs } from '#shared/time/durations.ts';
import { type Community, newCommunity } from '../community.ts';
import { insertVideo } from '../rows/insert-video.ts';
import { SeededRandom } from '../seeded-random.ts';
import { noticeHandlers } from '../stand-ins/notice-mail.ts';
import { type Absences, countAbsences, setPausing } from './absences.ts';
import { checkSold, type Sold } from './buyers.ts';
import { countCeilings, type MonthOfCoins, readCoinMonths } from './check-coins.ts';
import type { Delivery } from './check-deliveries.ts';
import { checkIsTrue, countReach, type Reach } from './check-reminders.ts';
import { planDepartures } from './departures.ts';
import { answerMessage, planLearners, type ShownVideo } from './learners.ts';
import { dayIn, minutesAfter } from './local-time.ts';
import { MidnightChecks } from './midnight-checks.ts';
import { copyNotices, ownClock } from './move-clock.ts';
import { checkInvited, type Invited, planNewcomers } from './newcomers.ts';
import { checkOrders, type Orders } from './orders.ts';
import { checkWalkIns, declareHoliday, planLateCancelling, readCalendar, startClubs } from './organisers.ts';
import { insertParticipants } from './participants.ts';
import { checkPlans, type Plans } from './plans.ts';
import { closeSeason, decideClaims, planClaims, publishBoard } from './season.ts';
import { countSeats, type SeatsAtStart } from './seats-at-start.ts';
import { moveSeries } from './series-edits.ts';
import { Simulation } from './simulation.ts';
import { unreliableChannels } from './unreliable-channels.ts';

export type MonthOptions = {
  people: number;
  teachers: number;
  /** Seats of each club. */
  seats: number;
  /** The first day, `yyyy-mm-dd`, at midnight in Mexico City, and how many follow. */
  firstDay: string;
  days: number;
  holidays: readonly string[];
  /** The month of the cup, which is closed once it is over. */
  season: string;
  /** Coins that a month may issue. */
  ceiling: number;
  /** How many absences pause the booking of clubs. */
  pausingAbsences: number;
  /** What has to be true at each midnight. */
  invariants: readonly Invariant[];
  seed: number;
  /** For controls: kinds of due work that are never done. */
  leftOut?: readonly string[];
  /** For controls: what is done or planned beside what people do, as the month begins. */
  beside?: (simulation: Simulation) => Promise<void>;
};

export type MonthResult = {
  violations: readonly string[];
  requests: number;
  midnights: number;
  reminders: number;
  /** How many of the reminders to adults left the app. */
  reach: readonly Reach[];
  deliveries: readonly Delivery[];
  classes: readonly SeatsAtStart[];
  cancelled: number;
  offForHoliday: number;
  /** Requests a second time for what was done already: refused, or answered as the first. */
  duplicates: number;
  ceilings: number;
  coins: readonly MonthOfCoins[];
  sold: Sold;
  absences: Absences;
  orders: Orders;
  plans: Plans;
  walkIns: number;
  invited: Invited;
  seriesMoved: number;
  prizes: { paid: number; waiting: number };
  streaks: { longest: number; shields: number; holidays: number };
  /** Learners who were suspended, and how many of them were let in again; learners who deleted their account. */
  away: { suspended: number; back: number; gone: number };
};

const mexicoCity = 'America/Mexico_City';

/** Simulates a month of a community by a clock that it moves, and answers what came of it. */
export async function simulateMonth(
  options: MonthOptions,
  atMidnight: (now: Date, violations: readonly string[]) => void = () => {},
): Promise<MonthResult> {
  const community = await newCommunity();
  try {
    const simulation = await prepareMonth(community, options);
    await setCeiling(simulation, options.ceiling);
    await setPausing(simulation, options.pausingAbsences);
    await startClubs(simulation, options.seats);
    await options.beside?.(simulation);
    return await runMonth(simulation, options, atMidnight);
  } finally {
    await community.close();
  }
}

async function prepareMonth(community: Community, options: MonthOptions): Promise<Simulation> {
  const from = new Date(`${options.firstDay}T06:00:00.000Z`);
  const moveTo = await ownClock(community.db);
  await copyNotices(community.db);
  community.setNow(from);
  await moveTo(from);
  const chance = new SeededRandom(options.seed);
  const participants = await insertParticipants(community, chance, options);
  const channels = unreliableChannels(new SeededRandom(options.seed + 1), community.now);
  const handlers = [
    offerSeats,
    remindOfClass,
    closeRollByItself,
    keepStreak,
    countCupPractice,
    ...noticeHandlers(channels.mail),
    pushNotices(channels.push),
    ...(paymentJobs(community.providers).handlers ?? []),
  ].filter(({ work }) => !options.leftOut?.includes(work.kind));
  const simulation: Simulation = new Simulation(community, chance, participants, channels, {
    from,
    // One after the other, so that a seed meets the same mishaps each time.
    handlers: handlers.map((each) => ({ ...each, work: { ...each.work, concurrency: 1 } })),
    moveTo,
    onReceived(received) {
      checkIsTrue(simulation, received);
      answerMessage(simulation, received);
    },
  });
  return simulation;
}

async function runMonth(
  simulation: Simulation,
  options: MonthOptions,
  atMidnight: (now: Date, violations: readonly string[]) => void,
): Promise<MonthResult> {
  const { from } = simulation.parts;
  const videos = await insertVideos(simulation);
  const checks = new MidnightChecks(simulation, options.invariants);
  const classes: SeatsAtStart[] = [];
  const check = async () => {
    await checks.run();
    atMidnight(simulation.now, simulation.violations);
  };
  const isMidnight = (at: Date) => (at.getTime() - from.getTime()) % dayMs === 0;
  let day = 0;
  await simulation.runUntil(new Date(from.getTime() + options.days * dayMs), async (now) => {
    if (isMidnight(now)) {
      if (day > 0) await check();
      await planDay(simulation, options, day, videos);
      day += 1;
    }
    await runChores(simulation, now);
    classes.push(...(await countSeats(simulation)));
  });
  await check();
  return summarise(simulation, checks, classes);
}

/** Each third is for kids too. */
function insertVideos({ community }: Simulation): Promise<ShownVideo[]> {
  return Promise.all(
    Array.from({ length: 12 }, async (_, n) => {
      const isForKids = n % 3 === 0;
      return { id: await insertVideo(community.db, { isForKids }), isForKids };
    }),
  );
}

/** What people do on a day of the month, counted from 0. */
async function planDay(
  simulation: Simulation,
  options: MonthOptions,
  day: number,
  videos: readonly ShownVideo[],
): Promise<void> {
  await readCalendar(simulation, 5);
  planLearners(simulation, videos);
  planDepartures(simulation);
  planNewcomers(simulation);
  if (day % 4 === 2) {
    simulation.plan(minutesAfter(simulation.now, 9 * 60 + 3), () => moveSeries(simulation, day / 2));
  }
  if (day % 5 === 3) planLateCancelling(simulation);
  planHolidays(simulation, options);
  planSeason(simulation, options, day);
  // The mail server is away while the letters of the day go out.
  if (day % 9 === 5) {
    const away = minutesAfter(simulation.now, 8 * 60 - 5);
    simulation.channels.outages.push({ from: away, to: minutesAfter(away, 45) });
  }
}

async function summarise(
  simulation: Simulation,
  checks: MidnightChecks,
  classes: readonly SeatsAtStart[],
): Promise<MonthResult> {
  const { community, book } = simulation;
  const { db } = community;
  return {
    violations: simulation.violations,
    requests: [...simulation.asked.values()].reduce((sum, times) => sum + times, 0),
    midnights: checks.midnights,
    reminders: checks.reminders,
    reach: countReach(simulation, checks.notices),
    deliveries: checks.deliveries,
    classes,
    cancelled: [...book.classes.values()].filter(({ cancelledAt }) => cancelledAt).length,
    offForHoliday: book.offForHoliday,
    duplicates: countDuplicates(simulation),
    ceilings: await countCeilings(db),
    coins: await readCoinMonths(db),
    sold: await checkSold(simulation),
    absences: await countAbsences(db),
    orders: await checkOrders(simulation),
    plans: await checkPlans(simulation),
    walkIns: await checkWalkIns(simulation),
    invited: await checkInvited(simulation),
    seriesMoved: book.seriesMoved,
    prizes: await countPrizes(simulation),
    streaks: await countStreaks(simulation),
    away: countAway(simulation),
  };
}

async function setCeiling(simulation: Simulation, monthlyCeiling: number): Promise<void> {
  const { admin } = simulation.participants;
  const { body } = await simulation.ask(admin, 'GET', '/api/coins/settings');
  const { issued: _, ...numbers } = body;
  await simulation.ask(admin, 'PUT', '/api/coins/settings', { ...numbers, monthlyCeiling });
}

/** What every server process does by the clock, as far as the month depends on it. */
async function runChores(simulation: Simulation, now: Date): Promise<void> {
  if (now.getTime() % (6 * 3600_000) !== 0) return;
  const ctx = await simulation.community.ctxFor();
  for (const chore of [extendSeriesChore, releaseOverdueSeatsChore, endMembershipsChore])
    await chore.run(ctx);
}

function planHolidays(simulation: Simulation, { holidays }: MonthOptions): void {
  const today = dayIn(mexicoCity, simulation.now);
  for (const holiday of holidays) {
    const ahead = (Date.parse(holiday) - Date.parse(today)) / dayMs;
    if (ahead !== 3) continue;
    simulation.plan(minutesAfter(simulation.now, 11 * 60 + 3), () => declareHoliday(simulation, holiday));
  }
}

function planSeason(simulation: Simulation, { season }: MonthOptions, day: number): void {
  const seasonOver = new Date(Date.parse(`${season}-01T06:00:00Z`) + 32 * dayMs);
  const firstOfNext = `${dayIn(mexicoCity, seasonOver).slice(0, 7)}-01`;
  const today = dayIn(mexicoCity, simulation.now);
  const at = (hour: number, run: () => Promise<unknown>) =>
    simulation.plan(minutesAfter(simulation.now, hour * 60 + 7), run);
  const isRunning = today < firstOfNext;
  if (isRunning && day % 3 === 1) at(15, () => publishBoard(simulation, season, 1 + day));
  if (day % 3 === 2) planClaims(simulation, Math.floor(day / 3) % 6);
  at(17, () => decideClaims(simulation));
  if (today === firstOfNext) at(10, () => publishBoard(simulation, season, 40));
  if (today === firstOfNext) at(12, () => closeSeason(simulation, season));
}

async function countPrizes({ community }: Simulation): Promise<MonthResult['prizes']> {
  const { rows } = await sql<MonthResult['prizes']>`
    select count(*) filter (where status = 'paid')::int as paid, count(*) filter (where status = 'waiting')::int as waiting
    from cup_prizes`.execute(community.db);
  return onlyRow(rows);
}

function countDuplicates({ refused, book }: Simulation): number {
  const codes = ['store/order-settled', 'cup/claim-exists', 'cup/row-taken', 'classes/already-yours'];
  return codes.reduce((sum, code) => sum + (refused.get(code) ?? 0), book.askedAgain);
}

function countAway({ participants }: Simulation): MonthResult['away'] {
  const away = participants.learners.flatMap((learner) => learner.away);
  const gone = away.filter(({ forGood }) => forGood).length;
  return { suspended: away.length - gone, back: away.filter(({ to }) => to !== null).length, gone };
}

async function countStreaks({ community }: Simulation): Promise<MonthResult['streaks']> {
  const { rows } = await sql<MonthResult['streaks']>`
    select (select max(streak_days) from profiles) as longest,
      (select count(*)::int from kept_days where kept_by = 'shield') as shields,
      (select count(*)::int from kept_days where kept_by = 'holiday') as holidays`.execute(community.db);
  return onlyRow(rows);
}
