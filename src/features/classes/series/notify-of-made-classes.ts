import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { memberOf } from '#shared/actor.ts';
import { organisersList } from '../rules.ts';

type MadeClasses = {
  teacherId: string;
  kind: 'classes.series-lengthened' | 'classes.week-copied' | 'classes.holiday-removed';
  /** Names the series, or the holiday that is none any more. */
  title?: string;
  /** Their ids. */
  made: readonly string[];
};

/** Tells a teacher that an administrator made classes that they give: how many, and when the first one begins. */
export async function notifyTeacherOfMadeClasses(
  ctx: Ctx,
  { teacherId, kind, title, made }: MadeClasses,
): Promise<void> {
  if (made.length === 0 || teacherId === memberOf(ctx.actor).userId) return;
  const { first } = await ctx.db
    .selectFrom('classes')
    .select(({ fn }) => fn.min('startsAt').as('first'))
    .where('id', 'in', made)
    .executeTakeFirstOrThrow();
  await notify(ctx, {
    to: [teacherId],
    kind,
    detail: { ...(title !== undefined && { title }), classes: made.length, startsAt: first.toISOString() },
    link: organisersList,
  });
}
