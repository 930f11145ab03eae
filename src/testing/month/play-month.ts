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
import { findBroken, type Invariant } from '#server/db/find-broken.ts';
import { findStuck } from '#server/jobs/find-stuck.ts';
import { newCommunity } from '../community.ts';
import { insertVideo } from '../rows/insert-video.ts';
import { SeededRandom } from '../seeded-random.ts';
import { noticeHandlers } from '../stand-ins/notice-mail.ts';
import { type Absences, countAbsences, findAbsenceFaults, setPausing } from './absences.ts';
import { checkSold, type Sold } from './buyers.ts';
import { makeCast } from './cast.ts';
import { countCeilings, findCoinFaults, type MonthOfCoins, readCoinMonths } from './check-coins.ts';
import { checkDeliveries, type Delivery } from './check-deliveries.ts';
import { checkIsTrue, checkReminders, countReach, type Reach, type Told } from './check-reminders.ts';
import { planDepartures } from './departures.ts';
import { answerMessage, planLearners } from './learners.ts';
import { dayIn, minutesAfter } from './local-time.ts';
import { byMovedClock, copyNotices, ownClock } from './move-clock.ts';
import { checkInvited, type Invited, planNewcomers } from './newcomers.ts';
import { checkOrders, type Orders } from './orders.ts';
import { checkWalkIns, declareHoliday, planLateCancelling, readCalendar, startClubs } from './organisers.ts';
import { checkPlans, type Plans } from './plans.ts';
import { openPostOffice } from './post-office.ts';
import { closeSeason, decideClaims, planClaims, publishBoard } from './season.ts';
import { countSeats, type SeatsAtStart } from './seats-at-start.ts';
import { moveSeries } from './series-edits.ts';
import { Stage } from './stage.ts';

export type Course = {
  people: number;
  teachers: number;
  /** Seats of each club. */
  seats: number;
  /** The first day, `yyyy-mm-dd`, at midnight in Mexico City, and how many are played. */
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
  /** For controls: what is done or planned beside what people do, as the play begins. */
  beside?: (stage: Stage) => Promise<void>;
};

export type Outcome = {
  faults: readonly string[];
  requests: number;
  midnights: number;
  reminders: number;
  /** Of the reminders of adults, how many left the app. */
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

const dayMs = 24 * 3600_000;
const mexicoCity = 'America/Mexico_City';

/** Plays a month of a community by a clock that it moves, and answers what came of it. */
export async function playMonth(
  course: Course,
  atMidnight: (now: Date, faults: readonly string[]) => void = () => {},
): Promise<Outcome> {
  const community = await newCommunity();
  try {
    const from = new Date(`${course.firstDay}T06:00:00.000Z`);
    const moveTo = await ownClock(community.db);
    await copyNotices(community.db);
    community.setNow(from);
    await moveTo(from);
    const chance = new SeededRandom(course.seed);
    const cast = await makeCast(community, chance, course);
    const post = openPostOffice(new SeededRandom(course.seed + 1), community.now);
    const handlers = [
      offerSeats,
      remindOfClass,
      closeRollByItself,
      keepStreak,
      countCupPractice,
      ...noticeHandlers(post.mail),
      pushNotices(post.push),
      ...(paymentJobs(community.providers).handlers ?? []),
    ].filter(({ work }) => !course.leftOut?.includes(work.kind));
    const stage: Stage = new Stage(community, chance, cast, post, {
      from,
      // One after the other, so that a seed meets the same mishaps each time.
      handlers: handlers.map((each) => ({ ...each, work: { ...each.work, concurrency: 1 } })),
      moveTo,
      onReceived(received) {
        checkIsTrue(stage, received);
        answerMessage(stage, received);
      },
    });
    return await play(stage, course, atMidnight);
  } finally {
    await community.close();
  }
}

async function play(
  stage: Stage,
  course: Course,
  atMidnight: (now: Date, faults: readonly string[]) => void,
): Promise<Outcome> {
  const { community, parts } = stage;
  const { db } = community;
  // Each third is for kids too.
  const videos = await Promise.all(
    Array.from({ length: 12 }, async (_, n) => {
      const isForKids = n % 3 === 0;
      return { id: await insertVideo(db, { isForKids }), isForKids };
    }),
  );
  await setCeiling(stage, course.ceiling);
  await setPausing(stage, course.pausingAbsences);
  await startClubs(stage, course.seats);
  await course.beside?.(stage);
  const seasonOver = new Date(Date.parse(`${course.season}-01T06:00:00Z`) + 32 * dayMs);
  const firstOfNext = `${dayIn(mexicoCity, seasonOver).slice(0, 7)}-01`;
  const notices: Told[] = [];
  const deliveries: Delivery[] = [];
  const classes: SeatsAtStart[] = [];
  let reminders = 0;
  let midnights = 0;
  let checkedUntil = parts.from;
  let deliveredUntil = parts.from;
  const check = async () => {
    midnights += 1;
    const moved = course.invariants.map(({ name, query }) => ({ name, query: byMovedClock(query) }));
    for (const broken of await findBroken(db, moved))
      stage.fault(`${broken.name}: ${JSON.stringify(broken.rows[0])}`);
    for (const fault of [...(await findCoinFaults(db)), ...(await findAbsenceFaults(db))]) stage.fault(fault);
    await checkSold(stage);
    await checkOrders(stage);
    await checkPlans(stage);
    await checkWalkIns(stage);
    await checkInvited(stage);
    const ctx = { db, now: stage.now };
    for (const stuck of await findStuck(ctx)) {
      if (parts.handlers.some(({ work }) => work.kind === stuck.kind))
        stage.fault(`stuck: ${JSON.stringify(stuck)}`);
    }
    const { rows } = await sql<Told>`
      select id, user_id, kind, about, detail, created_at, withdrawn_at from moved.told`.execute(db);
    notices.splice(0, notices.length, ...rows);
    reminders += checkReminders(stage, notices, checkedUntil, stage.now);
    checkedUntil = stage.now;
    const old = new Date(stage.now.getTime() - 36 * 3600_000);
    deliveries.push(
      ...checkDeliveries(
        stage,
        notices.filter(({ createdAt }) => createdAt >= deliveredUntil && createdAt < old),
      ),
    );
    deliveredUntil = new Date(Math.max(old.getTime(), deliveredUntil.getTime()));
    atMidnight(stage.now, stage.faults);
  };
  const startDay = async () => {
    const today = dayIn(mexicoCity, stage.now);
    const number = midnights;
    if (number > 0) await check();
    else midnights += 1;
    await readCalendar(stage, 5);
    planLearners(stage, videos);
    planDepartures(stage);
    planNewcomers(stage);
    if (number % 4 === 2)
      stage.plan(minutesAfter(stage.now, 9 * 60 + 3), () => moveSeries(stage, number / 2));
    if (number % 5 === 3) planLateCancelling(stage);
    planHolidays(stage, course, today);
    planSeason(stage, course, { number, today, firstOfNext });
    // The mail server is away while the letters of the day go out.
    if (number % 9 === 5) {
      const away = minutesAfter(stage.now, 8 * 60 - 5);
      stage.post.outages.push({ from: away, to: minutesAfter(away, 45) });
    }
  };
  const until = new Date(parts.from.getTime() + course.days * dayMs);
  await stage.playUntil(until, async (now) => {
    if ((now.getTime() - parts.from.getTime()) % dayMs === 0) await startDay();
    await runChores(stage, now);
    classes.push(...(await countSeats(stage)));
  });
  await check();
  return {
    faults: stage.faults,
    requests: [...stage.asked.values()].reduce((sum, times) => sum + times, 0),
    midnights: midnights - 1,
    reminders,
    reach: countReach(stage, notices),
    deliveries,
    classes,
    cancelled: [...stage.book.classes.values()].filter(({ cancelledAt }) => cancelledAt).length,
    offForHoliday: stage.book.offForHoliday,
    duplicates: countDuplicates(stage),
    ceilings: await countCeilings(db),
    coins: await readCoinMonths(db),
    sold: await checkSold(stage),
    absences: await countAbsences(db),
    orders: await checkOrders(stage),
    plans: await checkPlans(stage),
    walkIns: await checkWalkIns(stage),
    invited: await checkInvited(stage),
    seriesMoved: stage.book.seriesMoved,
    prizes: await countPrizes(stage),
    streaks: await countStreaks(stage),
    away: countAway(stage),
  };
}

async function setCeiling(stage: Stage, monthlyCeiling: number): Promise<void> {
  const { admin } = stage.cast;
  const { body } = await stage.ask(admin, 'GET', '/api/coins/settings');
  const { issued: _, ...numbers } = body;
  await stage.ask(admin, 'PUT', '/api/coins/settings', { ...numbers, monthlyCeiling });
}

/** What every server process does by the clock, as far as the month depends on it. */
async function runChores(stage: Stage, now: Date): Promise<void> {
  if (now.getTime() % (6 * 3600_000) !== 0) return;
  const ctx = await stage.community.ctxFor();
  for (const chore of [extendSeriesChore, releaseOverdueSeatsChore, endMembershipsChore])
    await chore.run(ctx);
}

function planHolidays(stage: Stage, { holidays }: Course, today: string): void {
  for (const day of holidays) {
    const ahead = (Date.parse(day) - Date.parse(today)) / dayMs;
    if (ahead === 3) stage.plan(minutesAfter(stage.now, 11 * 60 + 3), () => declareHoliday(stage, day));
  }
}

function planSeason(
  stage: Stage,
  { season }: Course,
  { number, today, firstOfNext }: { number: number; today: string; firstOfNext: string },
): void {
  const at = (hour: number, does: () => Promise<unknown>) =>
    stage.plan(minutesAfter(stage.now, hour * 60 + 7), does);
  const isRunning = today < firstOfNext;
  if (isRunning && number % 3 === 1) at(15, () => publishBoard(stage, season, 1 + number));
  if (number % 3 === 2) planClaims(stage, Math.floor(number / 3) % 6);
  at(17, () => decideClaims(stage));
  if (today === firstOfNext) at(10, () => publishBoard(stage, season, 40));
  if (today === firstOfNext) at(12, () => closeSeason(stage, season));
}

async function countPrizes({ community }: Stage): Promise<Outcome['prizes']> {
  const { rows } = await sql<Outcome['prizes']>`
    select count(*) filter (where status = 'paid')::int as paid, count(*) filter (where status = 'waiting')::int as waiting
    from cup_prizes`.execute(community.db);
  return rows[0]!;
}

function countDuplicates({ refused, book }: Stage): number {
  const codes = ['store/order-settled', 'cup/claim-exists', 'cup/row-taken', 'classes/already-yours'];
  return codes.reduce((sum, code) => sum + (refused.get(code) ?? 0), book.askedAgain);
}

function countAway({ cast }: Stage): Outcome['away'] {
  const away = cast.learners.flatMap((learner) => learner.away);
  const gone = away.filter(({ forGood }) => forGood).length;
  return { suspended: away.length - gone, back: away.filter(({ to }) => to !== null).length, gone };
}

async function countStreaks({ community }: Stage): Promise<Outcome['streaks']> {
  const { rows } = await sql<Outcome['streaks']>`
    select (select max(streak_days) from profiles) as longest,
      (select count(*)::int from kept_days where kept_by = 'shield') as shields,
      (select count(*)::int from kept_days where kept_by = 'holiday') as holidays`.execute(community.db);
  return rows[0]!;
}
