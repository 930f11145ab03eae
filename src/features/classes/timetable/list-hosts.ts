import { listAdministrators } from '#features/accounts/roles/list-administrators.ts';
import type { Ctx } from '#server/ctx.ts';

/**
 * Who answers for a class: its teacher, or the administrators where the teacher may no longer give classes, because the
 * class waits for one of them to hand it over.
 */
export async function listHosts(
  ctx: Ctx,
  teacherId: string,
): Promise<{ hosts: readonly string[]; lacksTeacher: boolean }> {
  const teaches = await ctx.db
    .selectFrom('possibleTeachers')
    .select('userId')
    .where('userId', '=', teacherId)
    .executeTakeFirst();
  return teaches
    ? { hosts: [teacherId], lacksTeacher: false }
    : { hosts: await listAdministrators(ctx), lacksTeacher: true };
}
