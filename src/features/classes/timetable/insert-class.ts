import type { Insertable } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import type { DB } from '#server/db/schema.ts';
import { Refusal } from '#shared/refusal.ts';
import { type ClassForm, scheduleRefusals } from '../contract.ts';
import { hasStarted, seatsByDefault } from '../rules.ts';

/** A filled-in form with the instant it means, who leads the class, and what only an import knows. */
export type NewClass = Omit<ClassForm, 'date' | 'time'> & { startsAt: Date; createdBy: string } & Pick<
    Insertable<DB['classes']>,
    'imported' | 'calendarEventId' | 'calendarSyncedAt'
  >;

/**
 * Inserts a class, typed or imported, by the rules and defaults that every class has. Answers its id.
 * @throws Refusal inThePast
 */
export async function insertClass({ db, now }: Ctx, newClass: NewClass): Promise<string> {
  if (hasStarted(newClass, now)) throw new Refusal(scheduleRefusals.inThePast);
  const { id } = await db
    .insertInto('classes')
    .values({ ...newClass, maxStudents: newClass.maxStudents ?? seatsByDefault(newClass.kind) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
