import type { Ctx } from '#server/ctx.ts';
import { publish } from '#server/events/publish.ts';

/** Whose they are, the row that they are about, and the key under which they were told. */
type Told = { from?: string; about?: string; once?: string };
type Withdrawn = Told & ({ from: string } | { about: string } | { once: string });

/**
 * Deletes unread notices of some kinds, in the transaction that makes them untrue: of one person, about one row or
 * under one key, which is free again; without a person everybody's. `since` and `until` bound when they were sent.
 * Returns how many were deleted; notices that were read stay, so the caller may have to send a correction.
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
  let deletion = ctx.db.deleteFrom('notifications').where('kind', 'in', kinds).where('readAt', 'is', null);
  if (from !== undefined) deletion = deletion.where('userId', '=', from);
  if (since !== undefined) deletion = deletion.where('createdAt', '>=', since);
  if (until !== undefined) deletion = deletion.where('createdAt', '<=', until);
  if (about !== undefined) deletion = deletion.where('about', '=', about);
  if (once !== undefined) deletion = deletion.where('once', '=', once);
  const gone = await deletion.returning('userId').execute();
  const audience = [...new Set(gone.map(({ userId }) => userId))];
  if (audience.length > 0) await publish(ctx, { kind: 'notifications.changed', audience });
  return gone.length;
}
