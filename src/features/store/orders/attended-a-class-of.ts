import { type RawBuilder, sql } from 'kysely';

/** True of a row of `orders` whose buyer attended a class of that teacher, by a closed roll. */
export function attendedAClassOf(teacherId: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from class_enrollments seat join classes on classes.id = seat.class_id
    where seat.user_id = orders.user_id and seat.attended
      and classes.created_by = ${teacherId} and classes.roll_closed_at is not null)`;
}
