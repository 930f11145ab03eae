import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';

/** What students of a class are told of: it moved, it was cancelled, it was deleted. */
type News = {
  kind: 'classes.moved' | 'classes.cancelled' | 'classes.removed';
  detail: Record<string, string | null>;
};

/** Tells everybody with a seat in a class, a held one too, in the transaction that makes it true. */
export async function tellStudents(ctx: Ctx, classId: string, { kind, detail }: News): Promise<void> {
  const seats = await ctx.db
    .selectFrom('classEnrollments')
    .select('userId')
    .where('classId', '=', classId)
    .execute();
  const to = seats.map(({ userId }) => userId);
  await notify(ctx, { to, kind, detail, link: '/classes' });
}
