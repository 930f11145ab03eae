import { sql } from 'kysely';
import type { BookedClass } from './book.ts';
import { minutesAfter } from './local-time.ts';
import type { Participant } from './participants.ts';
import type { Simulation } from './simulation.ts';

export const noSeat = ['classes/full', 'classes/kept-for-waiting'];
export const gone = ['classes/cancelled', 'classes/already-started'];

/** What becomes of a seat: given up days or minutes before, used, or left empty without a word. */
export function planSeat(simulation: Simulation, learner: Participant, club: BookedClass): void {
  const { chance, now } = simulation;
  const left = (club.startsAt.getTime() - now.getTime()) / 60_000;
  const fate = chance.next();
  const leave = () => giveUp(simulation, learner, club);
  if (fate < 0.1) simulation.plan(minutesAfter(now, chance.next() * left * 0.9), leave);
  else if (fate < 0.15) simulation.plan(minutesAfter(club.startsAt, -chance.between(5, 170)), leave);
  else planEntry(simulation, learner, club);
}

export function planEntry(simulation: Simulation, learner: Participant, club: BookedClass): void {
  if (!simulation.chance.happens(learner.reliable)) return;
  const { startsAt } = club;
  simulation.plan(minutesAfter(startsAt, simulation.chance.between(-9, 12)), async () => {
    if (!simulation.book.hasSeat(club.id, learner.id) || club.startsAt.getTime() !== startsAt.getTime())
      return;
    await simulation.ask(learner, 'POST', `/api/classes/${club.id}/entry`, undefined, {
      // A student who was suspended since has no seat in a cancelled club any more either.
      refusals: [
        'classes/door-closed',
        'classes/cancelled',
        ...(club.cancelledAt ? ['accounts/not-allowed'] : []),
      ],
    });
  });
}

/** Gives a seat up, also one that is only offered. */
export async function giveUp(simulation: Simulation, learner: Participant, club: BookedClass): Promise<void> {
  if (club.cancelledAt || simulation.now >= club.startsAt) return;
  const waiting = await whoWaits(simulation, club);
  const path = `/api/classes/${club.id}`;
  const left = await simulation.ask(learner, 'DELETE', `${path}/enrolment`, undefined, {
    refusals: [...gone, 'classes/leaves-late'],
  });
  let { ok } = left;
  // They read what it costs, and most leave all the same; the others do not come.
  if (left.code === 'classes/leaves-late' && simulation.chance.happens(0.8)) {
    const reason = simulation.chance.pick(['power', 'illness', 'work', null] as const);
    const explanation = reason && { reason, words: null };
    ({ ok } = await simulation.ask(learner, 'POST', `${path}/late-leaving`, { explanation }));
  }
  if (ok) noteLeft(simulation, learner, club, waiting);
}

export async function whoWaits({ community }: Simulation, { id }: BookedClass): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select user_id from class_waiting where class_id = ${id}`.execute(community.db);
  return rows.map(({ userId }) => userId);
}

/** Writes into the book that a learner left a club, while these waited for a seat. */
export function noteLeft(
  { book, now }: Simulation,
  learner: Participant,
  club: BookedClass,
  waiting: string[],
): void {
  const hadSeat = book.hasSeat(club.id, learner.id);
  book.leave(club.id, learner.id, now);
  const hourRemains = club.startsAt.getTime() - now.getTime() >= 60 * 60_000;
  const takers = waiting.filter((id) => club.eager.has(id)).length;
  if (hadSeat && hourRemains && takers > club.freed - club.refilled) club.freed += 1;
}
