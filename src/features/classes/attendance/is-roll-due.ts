import { type RawBuilder, sql } from 'kysely';
import { classEnd, notEndedAt } from '../class-rows.ts';
import { lacksTeacher } from '../hand-over/lacks-teacher.ts';

/** Older rolls no longer wait for an organiser. The bound lets the conditions use the index by start. */
const daysBack = 30;

const isRecent = (now: Date) => sql<boolean>`(classes.status = 'scheduled'
  and classes.starts_at > ${now}::timestamptz - ${daysBack} * interval '1 day')`;

const hasOpenRoll = (now: Date) => sql<boolean>`(${classEnd} <= ${now}::timestamptz
  and classes.roll_closed_at is null
  and exists (select from class_enrollments as seat where seat.class_id = classes.id
    and seat.held_until is null))`;

/**
 * True of a row of `classes` with students that ended before `now` in the last 30 days and whose roll is still open.
 * One that lacks its teacher is not among them: it probably was not given (`awaitsTeacher`).
 */
export function isRollDue(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(${isRecent(now)} and ${hasOpenRoll(now)} and not ${lacksTeacher})`;
}

/**
 * True of a row of `classes` that waits for an administrator because its teacher may no longer give it: until its end
 * they hand it over or cancel it. Where none did, they cancel it after the end, or call the roll if it was given.
 */
export function awaitsTeacher(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(${isRecent(now)} and ${lacksTeacher} and (${notEndedAt(now)} or ${hasOpenRoll(now)}))`;
}
