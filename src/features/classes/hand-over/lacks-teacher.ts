import { sql } from 'kysely';

/**
 * For the class of the surrounding query: whether its teacher may no longer give classes. Until an administrator hands
 * it to another teacher, no student gets a seat in it but by a payment that began before, or enters its meeting, whose
 * address that person knows.
 */
export const lacksTeacher = sql<boolean>`not exists (select from possible_teachers
  where possible_teachers.user_id = classes.created_by)`;
