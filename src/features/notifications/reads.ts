import { z } from 'zod';
import type { Ctx } from '#server/ctx.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { decodeCursor, encodeCursor } from '#shared/page-cursor.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import type { Notice, listNotifications as operation } from './contract.ts';

/** A page of what the reader was told, newest first. */
export async function listNotifications(
  ctx: Ctx,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<AnswerOf<typeof operation>> {
  const { userId } = memberOf(ctx.actor);
  const before = cursor === undefined ? null : readCursor(cursor);
  const rows = await ctx.db
    .selectFrom('notifications')
    .select(['id', 'kind', 'detail', 'link', 'createdAt', 'readAt'])
    .where('userId', '=', userId)
    .$if(before !== null, (query) => query.where('id', '<', before))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const items = rows.slice(0, limit).map((row) => ({
    ...row,
    detail: row.detail as Notice['detail'],
    createdAt: row.createdAt.toISOString(),
    readAt: row.readAt?.toISOString() ?? null,
  }));
  const last = items.at(-1);
  return {
    items,
    nextCursor: last && rows.length > limit ? encodeCursor([last.id]) : null,
    unread: await countUnread(ctx),
  };
}

/** How many of the reader's notices are unread. */
export async function countUnread({ db, actor }: Ctx): Promise<number> {
  const { count } = await db
    .selectFrom('notifications')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('userId', '=', memberOf(actor).userId)
    .where('readAt', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

function readCursor(cursor: string): string {
  const key = z.tuple([z.uuid()]).safeParse(decodeCursor(cursor, 1));
  if (!key.success) throw new Refusal(commonRefusals.badInput, { field: 'cursor' });
  return key.data[0];
}
