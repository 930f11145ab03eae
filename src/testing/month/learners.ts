import { randomUUID } from 'node:crypto';
import { addDays } from '#shared/time/calendar-days.ts';
import { checkPause, clubsPaused, sayWhy } from './absences.ts';
import type { BookedClass } from './book.ts';
import { buySeat, isSold } from './buyers.ts';
import { checkClubsAhead, tooManyClubs } from './clubs-ahead.ts';
import { dayIn, hourIn, minutesAfter, nextTime } from './local-time.ts';
import { orderSomething } from './orders.ts';
import { isAway, type Participant } from './participants.ts';
import { buyPlan } from './plans.ts';
import { giveUp, gone, noSeat, planSeat } from './seats.ts';
import type { Received, Simulation } from './simulation.ts';

const day = 24 * 60;

/** A video of the feed. */
export type ShownVideo = { id: string; isForKids: boolean };

/** Plans what the learners do of themselves in the next 24 hours. */
export function planLearners(simulation: Simulation, videos: readonly ShownVideo[]): void {
  const { chance, participants, now } = simulation;
  for (const learner of [...participants.learners, ...participants.newcomers]) {
    if (!chance.happens(0.8)) continue;
    const hour = chance.between(learner.wakes, learner.sleeps - 1);
    const at = nextTime(learner.zone, now, hour, chance.between(0, 59));
    simulation.plan(at, () => visit(simulation, learner, videos));
  }
}

async function visit(
  simulation: Simulation,
  learner: Participant,
  videos: readonly ShownVideo[],
): Promise<void> {
  const { chance } = simulation;
  if (isAway(learner, simulation.now)) return;
  if (chance.happens(0.3)) await readBell(simulation, learner);
  if (chance.happens(0.15)) await sayWhy(simulation, learner);
  if (chance.happens(learner.appetite / 7 / 0.8)) await lookForClub(simulation, learner);
  if (chance.happens(0.2)) planVideos(simulation, learner, videos);
  if (chance.happens(0.03)) await buyShield(simulation, learner);
  if (chance.happens(0.05)) await orderSomething(simulation, learner);
  if (chance.happens(0.01)) await buyPlan(simulation, learner);
  if (chance.happens(0.015)) await planHoliday(simulation, learner);
  // Letters and push messages are for adults.
  if (!learner.kid && chance.happens(0.02)) await chooseNotices(simulation, learner);
  if (chance.happens(0.006)) await travel(simulation, learner);
}

async function readBell(simulation: Simulation, learner: Participant): Promise<void> {
  const shown = await simulation.ask(learner, 'GET', '/api/notifications');
  const [newest] = (shown.body.items ?? []) as { id: string }[];
  if (!newest) return;
  await simulation.ask(learner, 'POST', '/api/notifications/read', { upTo: newest.id });
  learner.reads.push(simulation.now);
}

/** Takes a seat in a club that suits, waits where it is full, or tries another. */
async function lookForClub(simulation: Simulation, learner: Participant): Promise<void> {
  for (let time = 0; time < 3; time++) {
    const club = chooseClub(simulation, learner);
    if (!club) return;
    if (isSold(club)) {
      if (await buySeat(simulation, learner, club)) return;
      continue;
    }
    if (await enrol(simulation, learner, club)) return;
    if (simulation.chance.happens(0.7) && (await wait(simulation, learner, club))) return;
  }
}

function chooseClub({ book, chance, now }: Simulation, learner: Participant): BookedClass | null {
  const own = book.comingOf(learner.id, now);
  const clubs = [...book.classes.values()].filter(
    ({ startsAt, durationMinutes, cancelledAt, sought, ...club }) => {
      const ahead = (startsAt.getTime() - now.getTime()) / 60_000;
      if ((club.targetAudience === 'kid') !== learner.kid) return false;
      if (cancelledAt || ahead < 30 || ahead > 4 * day || sought.has(learner.id)) return false;
      const hour = hourIn(learner.zone, startsAt);
      if (hour < learner.wakes + 1 || hour >= learner.sleeps - 1) return false;
      const ends = minutesAfter(startsAt, durationMinutes);
      return own.every(
        (seat) => ends <= seat.startsAt || minutesAfter(seat.startsAt, seat.durationMinutes) <= startsAt,
      );
    },
  );
  // The evening is what most people have, and they look at what comes next.
  const draw = ({ startsAt, appeal }: BookedClass) =>
    appeal *
    (hourIn(learner.zone, startsAt) >= 17 ? 3 : 1) *
    (startsAt.getTime() - now.getTime() < 2 * day * 60_000 ? 2 : 1);
  return clubs.length > 0 ? chance.weighted(clubs, draw) : null;
}

export async function enrol(
  simulation: Simulation,
  learner: Participant,
  club: BookedClass,
): Promise<boolean> {
  const had = simulation.book.hasSeat(club.id, learner.id);
  const answer = await simulation.ask(learner, 'POST', `/api/classes/${club.id}/enrolment`, undefined, {
    refusals: [...noSeat, ...gone, clubsPaused, tooManyClubs],
  });
  const { ok, code } = answer;
  if (!had) await checkPause(simulation, learner, club, answer);
  await checkClubsAhead(simulation, learner, club, answer);
  if (noSeat.includes(code)) club.sought.add(learner.id);
  if (!ok) return false;
  simulation.book.take(club.id, learner.id, simulation.now);
  if (!had) planSeat(simulation, learner, club);
  return true;
}

async function wait(simulation: Simulation, learner: Participant, club: BookedClass): Promise<boolean> {
  const { ok } = await simulation.ask(learner, 'POST', `/api/classes/${club.id}/waiting`, undefined, {
    refusals: ['classes/not-full', 'classes/already-yours', clubsPaused, tooManyClubs, ...gone],
  });
  if (ok && simulation.chance.happens(learner.reliable)) club.eager.add(learner.id);
  return ok;
}

/** What a learner does about a message that arrived: they answer offers, when they are awake and if they care. */
export function answerMessage(simulation: Simulation, { notice, arrival }: Received): void {
  const { chance } = simulation;
  const isOffer = notice.kind === 'classes.seat-offered' || notice.kind === 'classes.seat-open';
  const club = isOffer && notice.about ? simulation.book.class(notice.about) : null;
  if (!club) return;
  const learner = simulation.participant(notice.userId);
  const minutes = arrival.channel === 'push' ? chance.between(1, 15) : chance.between(5, 45);
  const sees = whenAwake(learner, minutesAfter(simulation.now, minutes));
  if (club.eager.has(learner.id)) {
    simulation.plan(sees, async () => {
      if (!simulation.book.hasSeat(club.id, learner.id)) await enrol(simulation, learner, club);
    });
  } else if (chance.happens(0.5)) simulation.plan(sees, () => giveUp(simulation, learner, club));
}

function whenAwake({ zone, wakes, sleeps }: Participant, at: Date): Date {
  const hour = hourIn(zone, at);
  return hour >= wakes && hour < sleeps ? at : nextTime(zone, at, wakes, 10);
}

function planVideos(simulation: Simulation, learner: Participant, videos: readonly ShownVideo[]): void {
  const { chance, now } = simulation;
  const shown = videos.filter(({ isForKids }) => isForKids || !learner.kid);
  const wanted = chance.between(1, 6);
  for (let n = 0; n < wanted; n++) {
    const { id } = chance.pick(shown);
    simulation.plan(minutesAfter(now, n + 0.1), () =>
      simulation.ask(learner, 'POST', `/api/videos/${id}/view`, { watchedSeconds: chance.between(1, 60) }),
    );
  }
}

async function buyShield(simulation: Simulation, learner: Participant): Promise<void> {
  const key = `month-${randomUUID()}`;
  const order = () =>
    simulation.ask(
      learner,
      'POST',
      '/api/store/orders',
      { itemId: 'streak-shield' },
      {
        headers: { 'idempotency-key': key },
        refusals: ['coins/too-few', 'store/shields-full'],
      },
    );
  await order();
  // The answer got lost, and the browser asks again.
  if (simulation.chance.happens(0.3)) await order();
}

async function planHoliday(simulation: Simulation, learner: Participant): Promise<void> {
  const firstDay = addDays(dayIn(learner.zone, simulation.now), simulation.chance.between(1, 3));
  const lastDay = addDays(firstDay, simulation.chance.between(0, 4));
  await simulation.ask(
    learner,
    'PUT',
    '/api/profiles/me/holiday',
    { firstDay, lastDay },
    {
      refusals: ['profiles/holiday-not-ahead', 'profiles/holiday-too-soon'],
    },
  );
}

/** Another rhythm of letters, other quiet hours, or a channel more or less for a topic. */
async function chooseNotices(simulation: Simulation, learner: Participant): Promise<void> {
  const { chance } = simulation;
  const change = chance.pick(['digest', 'quiet', 'topic'] as const);
  if (change === 'digest') learner.digest = !learner.digest;
  if (change === 'quiet') {
    learner.quiet = chance.happens(0.3)
      ? null
      : { from: chance.between(20, 23), until: chance.between(5, 9) };
  }
  const topic = chance.pick(['day-before', 'hour-before', 'minutes-before'] as const);
  const wanted = { email: chance.happens(0.5), push: chance.happens(0.7) };
  if (change === 'topic') {
    learner.chosen = { ...learner.chosen, [`${topic}:email`]: wanted.email, [`${topic}:push`]: wanted.push };
  }
  learner.changes.push(simulation.now);
  await simulation.ask(learner, 'PATCH', '/api/notifications/choices', {
    ...(change === 'digest' && { digest: learner.digest }),
    ...(change === 'quiet' && { quiet: learner.quiet }),
    ...(change === 'topic' && { topics: [{ topic, ...wanted }] }),
  });
}

async function travel(simulation: Simulation, learner: Participant): Promise<void> {
  const zone = simulation.chance.pick([
    'America/Mexico_City',
    'America/New_York',
    'Europe/Madrid',
    'Asia/Seoul',
  ]);
  learner.zone = zone;
  learner.changes.push(simulation.now);
  await simulation.ask(learner, 'PATCH', '/api/profiles/me', { zone });
}
