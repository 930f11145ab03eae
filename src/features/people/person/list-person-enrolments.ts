import { refuseUnlessPerson } from '#features/accounts/deletion/refuse-unless-person.ts';
import { lastToStart } from '#features/classes/class-rows.ts';
import type { Ctx } from '#server/ctx.ts';
import { pageOf } from '#server/db/keyset.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { refuse } from '#shared/refusal.ts';
import type { listPersonEnrolments as operation } from '../contract.ts';
import { may } from '../permissions.ts';

/**
 * The latest start first, so that coming classes stand above past ones.
 * @throws Refusal noSession, notAllowed, notFound, badInput for a malformed cursor
 */
export async function listPersonEnrolments(
  ctx: Ctx,
  { id, cursor, limit }: { id: string; cursor?: string | undefined; limit: number },
): Promise<AnswerOf<typeof operation>> {
  refuse(may(ctx.actor, 'administer'));
  await refuseUnlessPerson(ctx, id);
  const rows = await ctx.db
    .selectFrom('classEnrollments')
    .innerJoin('classes', 'classes.id', 'classEnrollments.classId')
    .select(['classId', 'title', 'startsAt', 'status', 'attended', lastToStart.key])
    .where('userId', '=', id)
    .where(lastToStart.after(cursor))
    .orderBy(lastToStart.order)
    .limit(limit + 1)
    .execute();
  return pageOf(rows, limit, ({ startsAt, ...row }) => ({ ...row, startsAt: startsAt.toISOString() }));
}
