import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { onlyRow } from '#server/db/only-row.ts';
import type { BookedClass } from './book.ts';
import type { Participant } from './participants.ts';
import type { Answer, Simulation } from './simulation.ts';

export const clubsPaused = 'classes/clubs-paused';

/**
 * Notes a violation where a student got a seat while clubs were paused for them, or was refused as paused without its
 * causes.
 */
export async function checkPause(
  simulation: Simulation,
  learner: Participant,
  club: BookedClass,
  { ok, code }: Answer,
): Promise<void> {
  if (!ok && code !== clubsPaused) return;
  const paused = await isPaused(simulation, learner, club);
  if (ok && paused)
    simulation.noteViolation(`${learner.name} took a seat in ${club.title} while clubs were paused`);
  if (!ok && !paused)
    simulation.noteViolation(`${learner.name} was refused ${club.title} without the absences for it`);
}

/**
 * Counted in the rows by another query than the product's: as many as pause within the days that count, the last of
 * them lately.
 */
async function isPaused(
  { community, now }: Simulation,
  { id }: Participant,
  club: BookedClass,
): Promise<boolean> {
  const { rows } = await sql<{ paused: boolean }>`
    with counting as (select recorded_at as at from class_absences where user_id = ${id} and excused_at is null)
    select (select kind from classes where id = ${club.id}) = 'club' and exists (
      select from counting last where last.at > ${now}::timestamptz - pause_days * interval '24 hours' and (
        select count(*) from counting cause
        where cause.at <= last.at and cause.at > last.at - counted_days * interval '24 hours') >= pausing_absences) as paused
    from class_rules`.execute(community.db);
  return onlyRow(rows).paused;
}

/** A student says why they missed a club; some say that power failed. */
export async function sayWhy(simulation: Simulation, learner: Participant): Promise<void> {
  const { body } = await simulation.ask(learner, 'GET', '/api/classes/absences');
  const absences = (body.items ?? []) as { classId: string; excused: boolean }[];
  const last = absences.find(({ excused }) => !excused);
  if (!last) return;
  const reason = simulation.chance.pick(['power', 'illness', 'work', 'other'] as const);
  await simulation.ask(learner, 'PUT', `/api/classes/${last.classId}/absence`, { reason, words: null });
}

/** The teacher notes why a student did not come, and excuses some. */
export async function noteSome(
  simulation: Simulation,
  teacher: Participant,
  classId: string,
  absent: string[],
): Promise<void> {
  for (const userId of absent) {
    if (!simulation.chance.happens(0.2)) continue;
    const note = {
      reason: simulation.chance.pick(['power', 'illness', null]),
      excused: simulation.chance.happens(0.3),
    };
    // A bought seat has no absence.
    const refusals = ['classes/no-absence'];
    await simulation.ask(teacher, 'PUT', `/api/classes/${classId}/absences/${userId}`, note, { refusals });
  }
}

/**
 * Seats that stayed empty without an absence, and pauses that were told with fewer than three causes. A
 * student who came without a seat booked none, and one who opened the meeting may well have been there where the server
 * closed the roll or no student was present.
 */
export async function findAbsenceViolations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ violation: string }>`
    select format('%s missed %s without an absence', user_id, title) as violation
      from class_enrollments join classes on classes.id = class_id
      where kind = 'club' and roll_closed_at is not null and attended = false and payment_id is null
      and held_until is null and not given_late and not (entered_at is not null and (roll_closed_by is null
        or not exists (select from class_enrollments as came where came.class_id = classes.id and came.attended)))
      and not exists (select from class_absences
        where class_absences.class_id = classes.id and class_absences.user_id = class_enrollments.user_id
        and recorded_at is not null)
    union all
    select format('%s was told of a pause with %s absences', user_id, detail ->> 'count') from notifications, class_rules
      where kind in ('classes.clubs-paused', 'classes.paused-by-leaving') and (detail ->> 'count')::int < pausing_absences
    union all
    select format('%s was told of %s twice', user_id, about) from notifications
      where kind in ('classes.missed', 'classes.left-late', 'classes.clubs-paused', 'classes.paused-by-leaving')
        and read_at is null
      group by user_id, about having count(*) > 1`.execute(db);
  return rows.map(({ violation }) => violation);
}

export type Absences = { recorded: number; excused: number; pauses: number };

export async function countAbsences(db: Db): Promise<Absences> {
  const { rows } = await sql<Absences>`
    select count(*)::int as recorded, count(excused_at)::int as excused,
      (select count(*)::int from moved.told
        where kind in ('classes.clubs-paused', 'classes.paused-by-leaving')) as pauses
    from class_absences where recorded_at is not null`.execute(db);
  return onlyRow(rows);
}

/** So many absences pause in this month. */
export async function setPausing(simulation: Simulation, pausingAbsences: number): Promise<void> {
  const { admin } = simulation.participants;
  const { body } = await simulation.ask(admin, 'GET', '/api/classes/rules');
  await simulation.ask(admin, 'PUT', '/api/classes/rules', { ...body, pausingAbsences });
}
