import type { Ctx } from '#server/ctx.ts';
import { findOwnClasses, isOneOf, markOwn } from './mark-own-classes.ts';
import { isToday, selectToday, type TodaysClassesPage, type TodaysClassesQuery } from './reads.ts';

/** `markOwnClasses` for the clubs of the reader's day. */
export async function markOwnTodaysClasses(
  ctx: Ctx,
  page: TodaysClassesPage,
  query: TodaysClassesQuery,
): Promise<TodaysClassesPage | null> {
  const own = await findOwnClasses(ctx, isToday(ctx));
  if (!own) return null;
  const rows = own.length === 0 ? [] : await selectToday(ctx, query).where(isOneOf(own)).execute();
  return markOwn(ctx, page, rows);
}
