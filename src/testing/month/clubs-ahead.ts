import { sql } from 'kysely';
import { onlyRow } from '#server/db/only-row.ts';
import type { BookedClass } from './book.ts';
import type { Participant } from './participants.ts';
import type { Answer, Simulation } from './simulation.ts';

export const tooManyClubs = 'classes/too-many-clubs';

/**
 * Notes a violation where a student who got a free seat has more clubs ahead than they may, or was refused one with
 * fewer. Counted by another query than the product's.
 */
export async function checkClubsAhead(
  simulation: Simulation,
  { id, name }: Participant,
  club: BookedClass,
  { ok, code }: Answer,
): Promise<void> {
  if (!ok && code !== tooManyClubs) return;
  const { community, now } = simulation;
  const { rows } = await sql<{ ahead: number; most: number }>`
    select (select count(*)::int from classes where kind = 'club' and status = 'scheduled' and starts_at > ${now}
      and (exists (select from class_enrollments where class_id = classes.id and user_id = ${id}
          and not (payment_id is not null and held_until is null))
        or exists (select from class_waiting where class_id = classes.id and user_id = ${id}))) as ahead,
      clubs_ahead as most from class_rules`.execute(community.db);
  const { ahead, most } = onlyRow(rows);
  if (ok && ahead > most)
    simulation.noteViolation(`${name} has ${ahead} clubs ahead with ${club.title}, of ${most}`);
  if (!ok && ahead < most)
    simulation.noteViolation(`${name} was refused ${club.title} with ${ahead} clubs ahead`);
}
