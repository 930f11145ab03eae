import type { Ctx } from '#server/ctx.ts';
import { keyset, pageOf } from '#server/db/keyset.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf } from '#shared/operation.ts';
import type { Notice, listNotifications as operation } from './contract.ts';

/** Ids grow with time. */
const newestFirst = keyset('desc', { id: 'uuid' });

/** A page of the reader's notices, newest first. */
export async function listNotifications(
  ctx: Ctx,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<AnswerOf<typeof operation>> {
  const { userId } = memberOf(ctx.actor);
  const rows = await ctx.db
    .selectFrom('notifications')
    .select(['id', 'kind', 'detail', 'link', 'createdAt', 'readAt', newestFirst.key])
    .where('userId', '=', userId)
    .where(newestFirst.after(cursor))
    .orderBy(newestFirst.order)
    .limit(limit + 1)
    .execute();
  const page = pageOf(rows, limit, (row) => ({
    ...row,
    detail: row.detail as Notice['detail'],
    createdAt: row.createdAt.toISOString(),
    readAt: row.readAt?.toISOString() ?? null,
  }));
  return { ...page, unread: await countUnread(ctx) };
}

/** How many of the reader's notices are unread. */
async function countUnread({ db, actor }: Ctx): Promise<number> {
  const { count } = await db
    .selectFrom('notifications')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('userId', '=', memberOf(actor).userId)
    .where('readAt', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}
