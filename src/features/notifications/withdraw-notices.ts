import type { Ctx } from '#server/ctx.ts';
import { publish } from '#server/events/publish.ts';

/**
 * Deletes a person's unread notices of a kind and subject, in the transaction that makes them untrue. With `about`,
 * only of that row; with `until`, none that were sent later. Returns how many were deleted; notices that were read
 * stay, so the caller may have to send a correction.
 */
export async function withdrawNotices(
  ctx: Ctx,
  {
    from,
    kinds,
    since,
    until,
    about,
  }: { from: string; kinds: readonly string[]; since: Date; until?: Date; about?: string },
): Promise<number> {
  let deletion = ctx.db
    .deleteFrom('notifications')
    .where('userId', '=', from)
    .where('kind', 'in', kinds)
    .where('createdAt', '>=', since)
    .where('readAt', 'is', null);
  if (until !== undefined) deletion = deletion.where('createdAt', '<=', until);
  if (about !== undefined) deletion = deletion.where('about', '=', about);
  const { numDeletedRows } = await deletion.executeTakeFirst();
  if (numDeletedRows > 0n) await publish(ctx, { kind: 'notifications.changed', audience: [from] });
  return Number(numDeletedRows);
}
