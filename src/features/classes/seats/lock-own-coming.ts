import type { SelectQueryBuilder } from 'kysely';
import { lockProfiles } from '#features/profiles/lock-profiles.ts';
import type { Ctx } from '#server/ctx.ts';
import type { DB } from '#server/db/schema.ts';

type Classes<Columns> = SelectQueryBuilder<DB, 'classes', Columns>;

/**
 * Locks the classes that have not begun and in which a student has a seat, of which `narrow` chooses some and selects
 * more columns. The profile is locked first: a seat that is being given is there by then, or the trigger
 * `seat_fits_student` refuses it after the commit. The classes' rows are locked in the order of their ids, as enrolling
 * and leaving lock them.
 */
export async function lockOwnComing<Columns>(
  ctx: Ctx,
  userId: string,
  narrow: (classes: Classes<{ id: string }>) => Classes<Columns>,
): Promise<Columns[]> {
  await lockProfiles(ctx, [userId]);
  return narrow(ctx.db.selectFrom('classes').select('id'))
    .where('startsAt', '>', ctx.now)
    .where('id', 'in', (of) =>
      of.selectFrom('classEnrollments').select('classId').where('userId', '=', userId),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
}
