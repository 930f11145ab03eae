import { randomUUID } from 'node:crypto';
import { addDays } from '#shared/time/calendar-days.ts';
import { checkPause, clubsPaused, sayWhy } from './absences.ts';
import type { BookedClass } from './book.ts';
import { buySeat, isSold } from './buyers.ts';
import { isAway, type Player } from './cast.ts';
import { dayIn, hourIn, minutesAfter, nextTime } from './local-time.ts';
import { orderSomething } from './orders.ts';
import { buyPlan } from './plans.ts';
import { giveUp, gone, noSeat, planSeat } from './seats.ts';
import type { Received, Stage } from './stage.ts';

const day = 24 * 60;

/** A video of the feed. */
type ShownVideo = { id: string; isForKids: boolean };

/** Plans what the learners do of themselves in the next 24 hours. */
export function planLearners(stage: Stage, videos: readonly ShownVideo[]): void {
  const { chance, cast, now } = stage;
  for (const learner of [...cast.learners, ...cast.newcomers]) {
    if (!chance.happens(0.8)) continue;
    const hour = chance.between(learner.wakes, learner.sleeps - 1);
    const at = nextTime(learner.zone, now, hour, chance.between(0, 59));
    stage.plan(at, () => visit(stage, learner, videos));
  }
}

async function visit(stage: Stage, learner: Player, videos: readonly ShownVideo[]): Promise<void> {
  const { chance } = stage;
  if (isAway(learner, stage.now)) return;
  if (chance.happens(0.3)) await readBell(stage, learner);
  if (chance.happens(0.15)) await sayWhy(stage, learner);
  if (chance.happens(learner.appetite / 7 / 0.8)) await lookForClub(stage, learner);
  if (chance.happens(0.2)) planVideos(stage, learner, videos);
  if (chance.happens(0.03)) await buyShield(stage, learner);
  if (chance.happens(0.05)) await orderSomething(stage, learner);
  if (chance.happens(0.01)) await buyPlan(stage, learner);
  if (chance.happens(0.015)) await planHoliday(stage, learner);
  // Letters and push messages are for adults.
  if (!learner.kid && chance.happens(0.02)) await chooseNotices(stage, learner);
  if (chance.happens(0.006)) await travel(stage, learner);
}

async function readBell(stage: Stage, learner: Player): Promise<void> {
  const shown = await stage.ask(learner, 'GET', '/api/notifications');
  const [newest] = (shown.body.items ?? []) as { id: string }[];
  if (!newest) return;
  await stage.ask(learner, 'POST', '/api/notifications/read', { upTo: newest.id });
  learner.reads.push(stage.now);
}

/** Takes a seat in a club that suits, waits where it is full, or tries another. */
async function lookForClub(stage: Stage, learner: Player): Promise<void> {
  for (let time = 0; time < 3; time++) {
    const club = chooseClub(stage, learner);
    if (!club) return;
    if (isSold(club)) {
      if (await buySeat(stage, learner, club)) return;
      continue;
    }
    if (await enrol(stage, learner, club)) return;
    if (stage.chance.happens(0.7) && (await wait(stage, learner, club))) return;
  }
}

function chooseClub({ book, chance, now }: Stage, learner: Player): BookedClass | null {
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

export async function enrol(stage: Stage, learner: Player, club: BookedClass): Promise<boolean> {
  const had = stage.book.hasSeat(club.id, learner.id);
  const answer = await stage.ask(learner, 'POST', `/api/classes/${club.id}/enrolment`, undefined, {
    refusals: [...noSeat, ...gone, clubsPaused],
  });
  const { ok, code } = answer;
  if (!had) await checkPause(stage, learner, club, answer);
  if (noSeat.includes(code)) club.sought.add(learner.id);
  if (!ok) return false;
  stage.book.take(club.id, learner.id, stage.now);
  if (!had) planSeat(stage, learner, club);
  return true;
}

async function wait(stage: Stage, learner: Player, club: BookedClass): Promise<boolean> {
  const { ok } = await stage.ask(learner, 'POST', `/api/classes/${club.id}/waiting`, undefined, {
    refusals: ['classes/not-full', 'classes/already-yours', clubsPaused, ...gone],
  });
  if (ok && stage.chance.happens(learner.reliable)) club.eager.add(learner.id);
  return ok;
}

/** What a learner does about a message that arrived: they answer offers, when they are awake and if they care. */
export function answerMessage(stage: Stage, { notice, arrival }: Received): void {
  const { chance } = stage;
  const isOffer = notice.kind === 'classes.seat-offered' || notice.kind === 'classes.seat-open';
  const club = isOffer && notice.about ? stage.book.class(notice.about) : null;
  if (!club) return;
  const learner = stage.player(notice.userId);
  const minutes = arrival.channel === 'push' ? chance.between(1, 15) : chance.between(5, 45);
  const sees = whenAwake(learner, minutesAfter(stage.now, minutes));
  if (club.eager.has(learner.id)) {
    stage.plan(sees, async () => {
      if (!stage.book.hasSeat(club.id, learner.id)) await enrol(stage, learner, club);
    });
  } else if (chance.happens(0.5)) stage.plan(sees, () => giveUp(stage, learner, club));
}

function whenAwake({ zone, wakes, sleeps }: Player, at: Date): Date {
  const hour = hourIn(zone, at);
  return hour >= wakes && hour < sleeps ? at : nextTime(zone, at, wakes, 10);
}

function planVideos(stage: Stage, learner: Player, videos: readonly ShownVideo[]): void {
  const { chance, now } = stage;
  const shown = videos.filter(({ isForKids }) => isForKids || !learner.kid);
  const wanted = chance.between(1, 6);
  for (let n = 0; n < wanted; n++) {
    const { id } = chance.pick(shown);
    stage.plan(minutesAfter(now, n + 0.1), () =>
      stage.ask(learner, 'POST', `/api/videos/${id}/view`, { watchedSeconds: chance.between(1, 60) }),
    );
  }
}

async function buyShield(stage: Stage, learner: Player): Promise<void> {
  const key = `month-${randomUUID()}`;
  const order = () =>
    stage.ask(
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
  if (stage.chance.happens(0.3)) await order();
}

async function planHoliday(stage: Stage, learner: Player): Promise<void> {
  const firstDay = addDays(dayIn(learner.zone, stage.now), stage.chance.between(1, 3));
  const lastDay = addDays(firstDay, stage.chance.between(0, 4));
  await stage.ask(
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
async function chooseNotices(stage: Stage, learner: Player): Promise<void> {
  const { chance } = stage;
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
  learner.changes.push(stage.now);
  await stage.ask(learner, 'PATCH', '/api/notifications/choices', {
    ...(change === 'digest' && { digest: learner.digest }),
    ...(change === 'quiet' && { quiet: learner.quiet }),
    ...(change === 'topic' && { topics: [{ topic, ...wanted }] }),
  });
}

async function travel(stage: Stage, learner: Player): Promise<void> {
  const zone = stage.chance.pick(['America/Mexico_City', 'America/New_York', 'Europe/Madrid', 'Asia/Seoul']);
  learner.zone = zone;
  learner.changes.push(stage.now);
  await stage.ask(learner, 'PATCH', '/api/profiles/me', { zone });
}
