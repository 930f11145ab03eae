import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { memberOf } from '#shared/actor.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { countUnread } from './reads.ts';

/**
 * Marks one of the reader's own notices as read and keeps the time of the first call. Returns how many are unread.
 * @throws Refusal notFound, also for another person's
 */
export async function markNotificationRead(outer: Ctx, id: string): Promise<{ unread: number }> {
  const { userId } = memberOf(outer.actor);
  return inTransaction(outer, async (ctx) => {
    const found = await ctx.db
      .selectFrom('notifications')
      .select('readAt')
      .where('id', '=', id)
      .where('userId', '=', userId)
      .forUpdate()
      .executeTakeFirst();
    if (!found) throw new Refusal(commonRefusals.notFound);
    if (!found.readAt) {
      await ctx.db.updateTable('notifications').set({ readAt: ctx.now }).where('id', '=', id).execute();
      await publish(ctx, { kind: 'notifications.changed', audience: [userId] });
    }
    return { unread: await countUnread(ctx) };
  });
}

/** Marks all of the reader's notices as read, or those up to the newest one they were shown. */
export async function markAllNotificationsRead(
  outer: Ctx,
  { upTo }: { upTo?: string | undefined },
): Promise<{ unread: number }> {
  const { userId } = memberOf(outer.actor);
  return inTransaction(outer, async (ctx) => {
    const { numUpdatedRows } = await ctx.db
      .updateTable('notifications')
      .set({ readAt: ctx.now })
      .where('userId', '=', userId)
      .where('readAt', 'is', null)
      .$if(upTo !== undefined, (query) => query.where('id', '<=', upTo ?? ''))
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await publish(ctx, { kind: 'notifications.changed', audience: [userId] });
    return { unread: await countUnread(ctx) };
  });
}
