import type { Ctx } from '#server/ctx.ts';
import type { Feed } from '../contract.ts';

/** The address of a person's feed; null stands for the organisers' feed. */
export async function findFeed({ db }: Pick<Ctx, 'db'>, owner: string | null): Promise<Feed> {
  const row = await db
    .selectFrom('calendarFeeds')
    .select(['secret', 'createdAt'])
    .where('userId', owner === null ? 'is' : '=', owner)
    .executeTakeFirst();
  if (!row) return { path: null, createdAt: null };
  return { path: `/api/calendar/${row.secret}.ics`, createdAt: row.createdAt.toISOString() };
}
