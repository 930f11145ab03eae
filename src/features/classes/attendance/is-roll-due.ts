import { type RawBuilder, sql } from 'kysely';
import { classEnd } from '../class-rows.ts';

/** Older rolls no longer wait for an organiser. The bound lets the condition use the index by start. */
const daysBack = 30;

/**
 * True of a row of `classes` with students that ended before `now` in the last 30 days and whose roll is still open.
 */
export function isRollDue(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(classes.status = 'scheduled'
    and classes.starts_at > ${now}::timestamptz - ${daysBack} * interval '1 day'
    and ${classEnd} <= ${now}::timestamptz
    and classes.roll_closed_at is null
    and exists (select from class_enrollments as seat where seat.class_id = classes.id
      and seat.held_until is null))`;
}
