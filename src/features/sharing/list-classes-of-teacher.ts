import { firstToStart, notEndedAt } from '#features/classes/class-rows.ts';
import type { Ctx } from '#server/ctx.ts';
import { pageOf } from '#server/db/keyset.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import type { listClassesOfTeacher as operation } from './contract.ts';
import { selectSharedClasses, toSharedClass } from './read-shared-class.ts';

/** More cards than fit on a screen. */
const pageSize = 12;

/**
 * The classes that a teacher with a public page gives next, as a visitor may know them: those for adults. Members read
 * those of their age group with their own seats elsewhere, in the list of classes.
 * @throws Refusal notFound for a person without a public page, badInput for a malformed cursor
 */
export async function listClassesOfTeacher(
  ctx: Ctx,
  { teacherId, cursor }: { teacherId: string; cursor?: string | undefined },
): Promise<AnswerOf<typeof operation>> {
  const { db, now } = ctx;
  const isPublic = await db
    .selectFrom('publicTeachers')
    .select('userId')
    .where('userId', '=', teacherId)
    .executeTakeFirst();
  if (!isPublic) throw new Refusal(commonRefusals.notFound);
  const rows = await selectSharedClasses(ctx)
    .select(firstToStart.key)
    .where('classes.createdBy', '=', teacherId)
    .where('classes.targetAudience', '=', 'adult')
    .where('classes.status', '=', 'scheduled')
    .where(notEndedAt(now))
    .where(firstToStart.after(cursor))
    .orderBy(firstToStart.order)
    .limit(pageSize + 1)
    .execute();
  return pageOf(rows, pageSize, (row) => toSharedClass(row, now));
}
