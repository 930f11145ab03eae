import type { Insertable } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import type { DB } from '#server/db/schema.ts';
import { Refusal, refuse } from '#shared/refusal.ts';
import { type ClassForm, scheduleRefusals } from '../contract.ts';
import { hasStarted, seatsByDefault, seatsRefusal } from '../rules.ts';
import { readRules } from '../set-rules/rules-column.ts';

/** A form with its start as an instant, the teacher, and the fields that only an import sets. */
export type NewClass = Omit<ClassForm, 'date' | 'time' | 'repeats'> & {
  startsAt: Date;
  createdBy: string;
} & Pick<Insertable<DB['classes']>, 'imported' | 'calendarEventId' | 'calendarSyncedAt'>;

/**
 * Inserts a class, typed or imported, with the defaults of every class. Returns its id.
 * @throws Refusal inThePast, tooFewForKids
 */
export async function insertClass(ctx: Ctx, newClass: NewClass): Promise<string> {
  if (hasStarted(newClass, ctx.now)) throw new Refusal(scheduleRefusals.inThePast);
  const { maxStudents = seatsByDefault(newClass.kind, await readRules(ctx)) } = newClass;
  refuse(seatsRefusal({ ...newClass, maxStudents }));
  const { id } = await ctx.db
    .insertInto('classes')
    .values({ ...newClass, maxStudents })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
