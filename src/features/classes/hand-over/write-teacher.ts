import { sql } from 'kysely';
import { handOverEarnings } from '#features/payments/earnings/hand-over-earnings.ts';
import type { Ctx } from '#server/ctx.ts';
import { Refusal } from '#shared/refusal.ts';
import { changeRefusals } from '../contract.ts';
import type { ClassState } from '../lock-class.ts';
import { wantCalendar } from '../timetable/want-calendar.ts';
import { changeRoom } from './change-room.ts';

/**
 * Writes another teacher into classes whose rows are locked with that teacher's seats: link, roster and the shares of
 * paid seats go along. No copy of a class gets that link. A class whose former teacher may no longer give classes gets
 * another room, because they know the address.
 * `alone`: its series, if it has one, stays where it is and changes the class no more.
 * @throws Refusal teacherHasSeat
 */
export async function writeTeacher(
  ctx: Ctx,
  classes: readonly ClassState[],
  { teacherId, alone }: { teacherId: string; alone: boolean },
): Promise<void> {
  // A person cannot give a class in which they have a seat, so the student leaves it first.
  if (classes.some(({ seat }) => seat)) throw new Refusal(changeRefusals.teacherHasSeat);
  const ids = classes.map(({ id }) => id);
  await ctx.db
    .updateTable('classes')
    .set({
      createdBy: teacherId,
      handedOverAt: ctx.now,
      oneOffLink: sql<boolean>`meet_link is not null`,
      ...(alone && { changedAlone: sql<boolean>`series_id is not null` }),
      version: sql`version + 1`,
    })
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
  for (const { id, lacksTeacher } of classes) {
    if (lacksTeacher) await changeRoom(ctx, id);
    await handOverEarnings(ctx, id, teacherId);
  }
  await wantCalendar(ctx, ...ids);
}
