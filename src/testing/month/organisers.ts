import { sql } from 'kysely';
import { addDays } from '#shared/time/calendar-days.ts';
import { clockTime } from '#shared/time/zones.ts';
import { noteSome } from './absences.ts';
import type { BookedClass } from './book.ts';
import { dayIn, minutesAfter } from './local-time.ts';
import { isAway, type Participant } from './participants.ts';
import { planEntry } from './seats.ts';
import type { Simulation } from './simulation.ts';

/** When the clubs of the teachers begin, on their own clocks: half of them in the evening. */
const hours = ['19:00', '18:00', '20:00', '08:30', '17:30', '12:00', '19:30', '07:40', '18:40', '21:00'];

/** How much the clubs of the teachers draw: some have more who want to come than seats, others fewer. */
const appeals = [4, 1, 0.15, 2, 0.4, 1, 3, 0.2, 1, 0.6];

/**
 * Each teacher has one club on every day of the week, from the first day on. The last one's is for kids, and seats of
 * the one before are bought.
 */
export async function startClubs(simulation: Simulation, seats: number): Promise<void> {
  for (const [n, teacher] of simulation.participants.teachers.entries()) {
    simulation.book.hours.set(teacher.id, hours[n % hours.length]!);
    await simulation.ask(teacher, 'POST', '/api/classes', {
      kind: 'club',
      title: `Club de ${teacher.name}`,
      description: 'Hablamos de la semana.',
      date: addDays(dayIn(teacher.zone, simulation.now), 1),
      time: hours[n % hours.length],
      zone: teacher.zone,
      durationMinutes: n % 2 === 0 ? 60 : 45,
      maxStudents: seats,
      ...(n === simulation.participants.teachers.length - 1 && { targetAudience: 'kid' }),
      ...(n === simulation.participants.teachers.length - 2 && { requiredTier: 'vip', priceCents: 900 }),
      meetLink: 'https://meet.example.org/club',
      repeats: { weekdays: [1, 2, 3, 4, 5, 6, 7] },
    });
  }
}

type Card = Pick<
  BookedClass,
  | 'id'
  | 'title'
  | 'zone'
  | 'durationMinutes'
  | 'maxStudents'
  | 'targetAudience'
  | 'requiredTier'
  | 'priceCents'
> & {
  startsAt: string;
  teacherId: string;
};

/** Reads the calendar of the coming days into the book, and plans what organisers do with each new class. */
export async function readCalendar(simulation: Simulation, days: number): Promise<void> {
  const { book, now, participants } = simulation;
  const query = new URLSearchParams({
    language: 'any',
    limit: '200',
    from: now.toISOString(),
    to: minutesAfter(now, days * 24 * 60).toISOString(),
  });
  const { body } = await simulation.ask(participants.admin, 'GET', `/api/classes?${query}`);
  for (const { startsAt, teacherId, ...card } of (body.items ?? []) as Card[]) {
    if (book.classes.has(card.id)) continue;
    const booked = {
      ...card,
      startsAt: new Date(startsAt),
      appeal: appeals[participants.teachers.findIndex(({ id }) => id === teacherId) % appeals.length] ?? 1,
      createdAt: simulation.parts.from,
      cancelledAt: null,
      movedAt: null,
      teachers: [{ id: teacherId, from: simulation.parts.from }],
      seats: new Map(),
      answeredAt: new Map<string, Date>(),
      sought: new Set<string>(),
      eager: new Set<string>(),
      freed: 0,
      refilled: 0,
    };
    book.classes.set(card.id, booked);
    checkHour(simulation, booked);
    planClass(simulation, booked);
  }
}

/** A club keeps its hour on the clocks of its teacher, also after they have changed. */
function checkHour(simulation: Simulation, { id, startsAt, zone, teachers }: BookedClass): void {
  const teacher = teachers[0]?.id ?? '';
  const hour = clockTime(startsAt.toISOString(), zone);
  if (hour !== simulation.book.hours.get(teacher))
    simulation.noteViolation(`${id} of ${teacher} begins at ${hour} in ${zone}`);
}

function planClass(simulation: Simulation, club: BookedClass): void {
  const { chance } = simulation;
  const before = (minutes: number) => minutesAfter(club.startsAt, -minutes);
  const fate = chance.next();
  if (fate < 0.03) simulation.plan(before(chance.between(20, 2500)), () => cancel(simulation, club));
  else if (fate < 0.05) simulation.plan(before(chance.between(200, 2500)), () => move(simulation, club));
  else if (fate < 0.08) simulation.plan(before(chance.between(15, 2500)), () => handOver(simulation, club));
  planRoll(simulation, club);
}

function teacherOf(simulation: Simulation, club: BookedClass): Participant {
  return simulation.participant(club.teachers.at(-1)?.id ?? '');
}

/** The teacher of the next club cancels it two hours before, when its students count on it. */
export function planLateCancelling(simulation: Simulation): void {
  const twoHoursAhead = minutesAfter(simulation.now, 2 * 60);
  const [next] = [...simulation.book.classes.values()]
    .filter(({ startsAt, cancelledAt, seats }) => startsAt > twoHoursAhead && !cancelledAt && seats.size > 0)
    .sort((one, other) => one.startsAt.getTime() - other.startsAt.getTime());
  if (next) simulation.plan(minutesAfter(next.startsAt, -2 * 60), () => cancel(simulation, next));
}

async function cancel(simulation: Simulation, club: BookedClass): Promise<void> {
  if (club.cancelledAt) return;
  await simulation.ask(teacherOf(simulation, club), 'POST', `/api/classes/${club.id}/cancellation`, {
    reason: 'Se fue la luz en mi barrio',
  });
  club.cancelledAt = simulation.now;
}

/** An hour and a half later or earlier; the calendar may refuse what has passed. */
async function move(simulation: Simulation, club: BookedClass): Promise<void> {
  if (club.cancelledAt) return;
  const teacher = teacherOf(simulation, club);
  const { body } = await simulation.ask(teacher, 'GET', `/api/classes/managed/${club.id}`);
  const startsAt = minutesAfter(club.startsAt, simulation.chance.pick([-90, 90, 24 * 60]));
  if (startsAt <= simulation.now) return;
  const date = dayIn(club.zone, startsAt);
  const time = clockTime(startsAt.toISOString(), club.zone);
  const change = { version: body.version, date, time };
  const { ok } = await simulation.ask(teacher, 'PATCH', `/api/classes/${club.id}`, change);
  if (!ok) return;
  club.startsAt = startsAt;
  club.movedAt = simulation.now;
  planRoll(simulation, club);
  for (const id of club.seats.keys()) {
    if (simulation.book.hasSeat(club.id, id)) planEntry(simulation, simulation.participant(id), club);
  }
}

async function handOver(simulation: Simulation, club: BookedClass): Promise<void> {
  if (club.cancelledAt) return;
  const { id } = simulation.chance.pick(simulation.participants.teachers);
  if (id === club.teachers.at(-1)?.id) return;
  await simulation.ask(simulation.participants.admin, 'PUT', `/api/classes/${club.id}/teacher`, {
    teacherId: id,
  });
  club.teachers.push({ id, from: simulation.now });
}

/** Most teachers call the roll and close it; some only call it, some forget both, some correct it the next day. */
export function planRoll(simulation: Simulation, club: BookedClass): void {
  const { chance } = simulation;
  const { startsAt, durationMinutes } = club;
  const fate = chance.next();
  const isStill = () => !club.cancelledAt && club.startsAt.getTime() === startsAt.getTime();
  if (fate < 0.9) {
    simulation.plan(minutesAfter(startsAt, durationMinutes + chance.between(1, 50)), async () => {
      if (isStill()) await callRoll(simulation, club, { closes: fate < 0.75 });
    });
  }
  if (fate < 0.06) {
    simulation.plan(minutesAfter(startsAt, durationMinutes + chance.between(60, 1600)), async () => {
      if (isStill()) await correct(simulation, club);
    });
  }
}

type Line = { userId: string; enteredAt: string | null; attended: boolean | null };

async function readRoster(simulation: Simulation, club: BookedClass): Promise<Line[]> {
  const { body } = await simulation.ask(teacherOf(simulation, club), 'GET', `/api/classes/${club.id}/roster`);
  return (body.items ?? []) as Line[];
}

async function callRoll(
  simulation: Simulation,
  club: BookedClass,
  { closes }: { closes: boolean },
): Promise<void> {
  const teacher = teacherOf(simulation, club);
  const lines = await readRoster(simulation, club);
  const marks = lines.map(({ userId, enteredAt }) => ({ userId, attended: enteredAt !== null }));
  if (simulation.chance.happens(0.3)) await addWalkIn(simulation, teacher, club);
  if (marks.length > 0) await simulation.ask(teacher, 'PUT', `/api/classes/${club.id}/attendance`, { marks });
  const absent = marks.flatMap(({ userId, attended }) => (attended ? [] : [userId]));
  if (simulation.chance.happens(0.5)) await noteSome(simulation, teacher, club.id, absent);
  if (!closes) return;
  await simulation.ask(teacher, 'POST', `/api/classes/${club.id}/roll-closing`);
  const there = marks.filter(({ attended }) => attended);
  if (simulation.chance.happens(0.3)) {
    await simulation.ask(teacher, 'PUT', `/api/classes/${club.id}/notes`, {
      notes: 'Hablamos del pasado simple.',
      phrases: [],
      version: 0,
    });
  }
  for (const { userId } of there) {
    if (!simulation.chance.happens(0.25)) continue;
    const at = minutesAfter(simulation.now, simulation.chance.between(10, 600));
    const review = { rating: simulation.chance.between(3, 5), words: null, mayQuote: false };
    simulation.plan(at, () =>
      simulation.ask(simulation.participant(userId), 'PUT', `/api/classes/${club.id}/review`, review, {
        refusals: ['classes/not-attended'],
      }),
    );
  }
}

/** A learner came without a seat: where one is free, they are added to the roll as present. */
async function addWalkIn(simulation: Simulation, teacher: Participant, club: BookedClass): Promise<void> {
  const { chance, book, participants } = simulation;
  const others = participants.learners.filter((learner) => {
    const isTheirs = learner.kid === (club.targetAudience === 'kid');
    return isTheirs && !book.hasSeat(club.id, learner.id) && !isAway(learner, simulation.now);
  });
  if (others.length === 0) return;
  const person = chance.pick(others);
  const walkIns = `/api/classes/${club.id}/walk-ins?${new URLSearchParams({ search: person.email })}`;
  const { ok } = await simulation.ask(
    teacher,
    'POST',
    walkIns,
    { userId: person.id },
    {
      // A seat that is sold is not given away, and one that waits for its payment is theirs.
      refusals: ['classes/full', 'classes/roll-closed', 'classes/tier-too-low', 'classes/has-seat'],
    },
  );
  if (!ok) return;
  book.take(club.id, person.id, simulation.now);
  book.walkIns.add(`${club.id} ${person.id}`);
}

/** Who walked in is on the roll, and no other student took a seat after the start. */
export async function checkWalkIns(simulation: Simulation): Promise<number> {
  const { rows } = await sql<{ seat: string }>`
    select class_id || ' ' || user_id as seat from class_enrollments join classes on classes.id = class_id
    where enrolled_at >= starts_at and attended is not null`.execute(simulation.community.db);
  const found = new Set(rows.map(({ seat }) => seat));
  for (const seat of found)
    if (!simulation.book.walkIns.has(seat))
      simulation.noteViolation(`${seat}: a seat after the start, and they did not walk in`);
  for (const seat of simulation.book.walkIns)
    if (!found.has(seat)) simulation.noteViolation(`${seat} walked in and is not on the roll`);
  return simulation.book.walkIns.size;
}

/** A mark that was wrong: it moves coins and minutes. */
async function correct(simulation: Simulation, club: BookedClass): Promise<void> {
  const lines = await readRoster(simulation, club);
  if (lines.length === 0) return;
  const { userId, attended } = simulation.chance.pick(lines);
  await simulation.ask(teacherOf(simulation, club), 'PUT', `/api/classes/${club.id}/attendance`, {
    marks: [{ userId, attended: !attended }],
  });
}

/** Makes a day a holiday, some days ahead, and cancels what is on it. */
export async function declareHoliday(simulation: Simulation, day: string): Promise<void> {
  const { participants, book, now } = simulation;
  await simulation.ask(participants.admin, 'PUT', `/api/classes/holidays/${day}`, { name: 'Día de fiesta' });
  await simulation.ask(participants.admin, 'POST', `/api/classes/holidays/${day}/cancellation`, {
    reason: 'Es fiesta',
  });
  const { body } = await simulation.ask(participants.admin, 'GET', '/api/classes/holidays');
  const left = ((body.items ?? []) as { day: string; classes: number }[]).find((each) => each.day === day);
  if (left?.classes !== 0)
    simulation.noteViolation(`${left?.classes} classes are left on the holiday ${day}`);
  for (const club of book.classes.values()) {
    if (!club.cancelledAt && club.startsAt > now && dayIn(club.zone, club.startsAt) === day) {
      club.cancelledAt = now;
      book.offForHoliday += 1;
    }
  }
}
