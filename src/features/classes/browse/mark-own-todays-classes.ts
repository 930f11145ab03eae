import type { Ctx } from '#server/ctx.ts';
import { memberOf } from '#shared/actor.ts';
import { selectToday, type TodaysClassesPage, type TodaysClassesQuery } from '../reads.ts';
import { mayBookClubs } from '../seats/read-bookings.ts';
import { isOwn, markOwn } from './mark-own-classes.ts';

/** `markOwnClasses` for the clubs of the reader's day. */
export async function markOwnTodaysClasses(
  ctx: Ctx,
  page: TodaysClassesPage,
  query: TodaysClassesQuery,
): Promise<TodaysClassesPage | null> {
  if (!(await mayBookClubs(ctx, memberOf(ctx.actor).userId))) return null;
  const rows = await selectToday(ctx, query)
    .where(isOwn(memberOf(ctx.actor)))
    .execute();
  return markOwn(ctx, page, rows);
}
