import type { ExpressionBuilder } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import type { DB } from '#server/db/schema.ts';
import { publish } from '#server/events/publish.ts';

/** Whose they are, the row that they are about, and the key under which they were told. */
type Told = { from?: string | readonly string[]; about?: string; once?: string };
type Withdrawn = Told & ({ from: string | readonly string[] } | { about: string } | { once: string });

/**
 * Deletes unread notices of some kinds, in the transaction that makes them untrue: of some people, about one row or
 * under one key, which is free again; without a person everybody's. `since` and `until` bound when they were sent.
 * Returns how many were deleted. Notices that were read stay, so the caller may have to send a correction, but no
 * letter about them leaves any more: a guardian gets one of what the kid has read.
 */
export async function withdrawNotices(
  ctx: Ctx,
  {
    from,
    kinds,
    since,
    until,
    about,
    once,
  }: Withdrawn & { kinds: readonly string[]; since?: Date; until?: Date },
): Promise<number> {
  const untrue = ({ and, eb }: ExpressionBuilder<DB, 'notifications'>) =>
    and([
      eb('kind', 'in', kinds),
      ...(from === undefined ? [] : [eb('userId', 'in', [from].flat())]),
      ...(since === undefined ? [] : [eb('createdAt', '>=', since)]),
      ...(until === undefined ? [] : [eb('createdAt', '<=', until)]),
      ...(about === undefined ? [] : [eb('about', '=', about)]),
      ...(once === undefined ? [] : [eb('once', '=', once)]),
    ]);
  const gone = await ctx.db
    .deleteFrom('notifications')
    .where(untrue)
    .where('readAt', 'is', null)
    .returning('userId')
    .execute();
  const audience = [...new Set(gone.map(({ userId }) => userId))];
  if (audience.length > 0) await publish(ctx, { kind: 'notifications.changed', audience });
  await ctx.db
    .updateTable('noticeDeliveries')
    .set({ settledAt: ctx.now, outcome: 'unwanted' })
    .where('settledAt', 'is', null)
    .where('noticeId', 'in', (of) =>
      of.selectFrom('notifications').select('id').where(untrue).where('readAt', 'is not', null),
    )
    .execute();
  return gone.length;
}
