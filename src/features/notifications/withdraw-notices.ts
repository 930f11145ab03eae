import type { Ctx } from '#server/ctx.ts';
import { publish } from '#server/events/publish.ts';

/**
 * Takes back what somebody was told and has not read, in the transaction that makes it untrue. Answers how many
 * notices that were; what was read stays, and the caller may have to say that it is no longer so.
 */
export async function withdrawNotices(
  ctx: Ctx,
  { from, kinds, since }: { from: string; kinds: readonly string[]; since: Date },
): Promise<number> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('notifications')
    .where('userId', '=', from)
    .where('kind', 'in', kinds)
    .where('createdAt', '>=', since)
    .where('readAt', 'is', null)
    .executeTakeFirst();
  if (numDeletedRows > 0n) await publish(ctx, { kind: 'notifications.changed', audience: [from] });
  return Number(numDeletedRows);
}
