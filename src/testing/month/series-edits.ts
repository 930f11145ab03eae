import { clockTime } from '#shared/time/zones.ts';
import type { BookedClass } from './book.ts';
import { minutesAfter } from './local-time.ts';
import { planRoll } from './organisers.ts';
import { planEntry } from './seats.ts';
import type { Simulation } from './simulation.ts';

/**
 * A teacher gives their daily club another hour from one class on. The classes that follow move, but for those that
 * were moved or handed over by themselves; those to come are made at the new hour.
 */
export async function moveSeries(simulation: Simulation, number: number): Promise<void> {
  const { book, participants, now } = simulation;
  const teacher = participants.teachers[number % participants.teachers.length]!;
  const theirs = [...book.classes.values()]
    .filter(({ startsAt, teachers }) => startsAt > now && teachers[0]?.id === teacher.id)
    .sort((one, other) => one.startsAt.getTime() - other.startsAt.getTime());
  const isLikeOthers = ({ cancelledAt, movedAt, teachers }: BookedClass) =>
    !cancelledAt && !movedAt && teachers.length === 1;
  const [first] = theirs.filter(isLikeOthers).filter(({ startsAt }) => startsAt > minutesAfter(now, 6 * 60));
  if (!first) return;
  const time = clockTime(minutesAfter(first.startsAt, 30).toISOString(), first.zone);
  const { body } = await simulation.ask(teacher, 'GET', `/api/classes/managed/${first.id}`);
  const change = { version: body.version, scope: 'following', time };
  const { ok } = await simulation.ask(teacher, 'PATCH', `/api/classes/${first.id}/series`, change);
  if (!ok) return;
  book.hours.set(teacher.id, time);
  for (const club of theirs.filter(({ startsAt }) => startsAt >= first.startsAt)) {
    const shown = await simulation.ask(teacher, 'GET', `/api/classes/managed/${club.id}`, undefined, {
      // Handed over, it is theirs no more.
      refusals: ['accounts/not-allowed', 'http/not-found'],
    });
    if (!shown.ok) continue;
    const startsAt = new Date(String(shown.body.startsAt));
    const wanted = isLikeOthers(club) ? minutesAfter(club.startsAt, 30) : club.startsAt;
    if (startsAt.getTime() !== wanted.getTime())
      simulation.noteViolation(
        `${club.id} of a moved series is at ${startsAt.toISOString()}, not ${wanted.toISOString()}`,
      );
    if (startsAt.getTime() === club.startsAt.getTime()) continue;
    club.startsAt = startsAt;
    club.movedAt = now;
    planRoll(simulation, club);
    for (const id of club.seats.keys()) {
      if (book.hasSeat(club.id, id)) planEntry(simulation, simulation.participant(id), club);
    }
  }
  book.seriesMoved += 1;
}
