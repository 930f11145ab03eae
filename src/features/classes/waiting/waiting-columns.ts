import { type RawBuilder, sql } from 'kysely';

/** How many students wait for a seat in a class; `classId` names its column in the surrounding query. */
export function waitingCount(classId: string): RawBuilder<number> {
  return sql<number>`(select count(*)::int from class_waiting where class_waiting.class_id = ${sql.ref(classId)})`;
}

/** The place of a person in the waiting list of a class, from 1; null where they do not wait. */
export function waitingPlace(classId: string, userId: string | null): RawBuilder<number | null> {
  return sql<number | null>`(select nullif(count(*), 0)::int from class_waiting as mine
    join class_waiting as ahead on ahead.class_id = mine.class_id and ahead.turn <= mine.turn
    where mine.class_id = ${sql.ref(classId)} and mine.user_id = ${userId})`;
}

/** Whether a row of `classes` has a free seat that no student waits for, which is open to everybody. */
export function hasOpenSeat(): RawBuilder<boolean> {
  return sql<boolean>`classes.seats_taken + ${waitingCount('classes.id')} < classes.max_students`;
}
