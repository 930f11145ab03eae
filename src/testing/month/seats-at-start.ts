import { sql } from 'kysely';
import type { Simulation } from './simulation.ts';

export type SeatsAtStart = {
  id: string;
  seats: number;
  filled: number;
  /** Students without a seat who meant to come and never changed their mind. */
  unmet: number;
  /** Students without a seat who were refused one, or waited for it. */
  turnedAway: number;
  freed: number;
  refilled: number;
};

/** Counts the seats of the classes that begin now, by the product's table and by the book, which have to agree. */
export async function countSeats(simulation: Simulation): Promise<SeatsAtStart[]> {
  const begun = [...simulation.book.classes.values()].filter(
    ({ startsAt, cancelledAt }) => !cancelledAt && startsAt.getTime() === simulation.now.getTime(),
  );
  const counted: SeatsAtStart[] = [];
  for (const { id, maxStudents: seats, freed, refilled, eager, answeredAt, sought, seats: booked } of begun) {
    const { rows } = await sql<{ filled: number }>`
      select count(*)::int as filled from class_enrollments where class_id = ${id} and held_until is null`.execute(
      simulation.community.db,
    );
    const filled = [...booked.keys()].filter((person) => simulation.book.hasSeat(id, person)).length;
    if (rows[0]?.filled !== filled) {
      simulation.noteViolation(`${id} begins with ${rows[0]?.filled} students, the book has ${filled}`);
    }
    const unmet = [...eager].filter((person) => !answeredAt.has(person)).length;
    const turnedAway = [...sought].filter((person) => !simulation.book.hasSeat(id, person)).length;
    counted.push({ id, seats, filled, unmet, turnedAway, freed, refilled });
  }
  return counted;
}
